// javascript_test.py copies this file as worker_2 to worker_8, so that eight workers run at once.
import { defineTests } from "./rooms.mjs";

defineTests(25);
