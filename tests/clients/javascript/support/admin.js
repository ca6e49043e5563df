// Calls of the server's admin surface, with which tests move the clock, drop forks and inject faults.

const endpoint = process.env.HOLDFAST_ENDPOINT;

export async function admin(method, path, body) {
  const response = await fetch(`${endpoint}/_holdfast/${path}`, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const content = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${content.message}`);
  return content;
}

export const stopClock = (now) => admin("POST", "clock", { mode: "virtual", now });
export const advanceClock = (advance) => admin("POST", "clock", { advance });
// Seconds since 1970.
export const clockNow = async () => Math.floor((await admin("GET", "clock")).now);
