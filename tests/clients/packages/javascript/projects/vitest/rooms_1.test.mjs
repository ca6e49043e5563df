// javascript_test.py copies this file as rooms_2 and rooms_3: Vitest runs the files at the same time, each on a fork of
// its own.
import { expect, test } from "vitest";
import { addRoom, rooms } from "./rooms.mjs";

for (const number of Array(20).keys()) {
  test(`test ${number} sees what a single call of seed() has stored: room 7`, async () => {
    expect(await rooms()).toEqual(["7 1"]);
    await addRoom(`room ${number}`);
    expect((await rooms()).sort()).toEqual(["7 1", `room ${number}`]);
  });
}
