import { useHoldfast } from "holdfast/vitest";

useHoldfast();
