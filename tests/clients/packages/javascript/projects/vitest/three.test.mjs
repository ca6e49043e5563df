import { expect, test } from "vitest";
import { addRoom, rooms } from "./rooms.mjs";

for (const number of Array(20).keys()) {
  test(`test ${number} sees the database as one run of the seed has made it`, async () => {
    expect(await rooms()).toEqual(["7 1"]);
    await addRoom(`room ${number}`);
    expect((await rooms()).sort()).toEqual(["7 1", `room ${number}`]);
  });
}
