// Loaded before an example's tests (node --require). Removes one of the application's conditions, and lists all
// conditions. A condition here is a whole ConditionExpression or, if that consists of conditions joined by AND, one of
// these.
//
//   HOLDFAST_WITHOUT      the condition to remove, as it is listed: it is replaced by one that is always true, but
//                         uses the same placeholders, because DynamoDB refuses unused placeholders
//   HOLDFAST_CONDITIONS   the file to which the conditions are appended, one in each line
"use strict";

const { appendFileSync } = require("node:fs");
const path = require("node:path");
const examples = path.join(__dirname, "../../../server/packages/javascript/examples");
const { Client } = require(require.resolve("@smithy/smithy-client", { paths: [examples] }));

const removed = process.env.HOLDFAST_WITHOUT;
const list = process.env.HOLDFAST_CONDITIONS;
const listed = new Set();
const changed = new WeakSet();

function change(action, request) {
  if (!request?.ConditionExpression || changed.has(request)) return;
  changed.add(request);
  const conjuncts = request.ConditionExpression.split(" AND ").map((conjunct) => {
    const update = request.UpdateExpression ? ` (${request.UpdateExpression})` : "";
    const name = `${action} in ${request.TableName}${update} if ${conjunct}`;
    if (list && !listed.has(name)) {
      listed.add(name);
      appendFileSync(list, `${name}\n`);
    }
    return name === removed ? `(${conjunct} OR NOT (${conjunct}))` : conjunct;
  });
  request.ConditionExpression = conjuncts.join(" AND ");
}

const { send } = Client.prototype;
Client.prototype.send = function (command, ...rest) {
  change(command.constructor.name.replace(/Command$/, ""), command.input);
  for (const item of command.input.TransactItems ?? []) {
    for (const [action, request] of Object.entries(item)) change(`transaction's ${action}`, request);
  }
  return send.call(this, command, ...rest);
};
