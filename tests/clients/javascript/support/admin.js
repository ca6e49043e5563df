// The server's admin surface, which a test moves time with.

const endpoint = process.env.HOLDFAST_ENDPOINT;

export async function admin(method, path, body) {
  const answer = await fetch(`${endpoint}/_holdfast/${path}`, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content.message}`);
  return content;
}

export const stopClock = (now) => admin("POST", "clock", { mode: "virtual", now });
export const advanceClock = (advance) => admin("POST", "clock", { advance });
// Seconds since 1970.
export const clockNow = async () => Math.floor((await admin("GET", "clock")).now);
