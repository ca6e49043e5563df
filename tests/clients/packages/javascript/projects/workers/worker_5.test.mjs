import { defineTests } from "./rooms.mjs";

defineTests(25);
