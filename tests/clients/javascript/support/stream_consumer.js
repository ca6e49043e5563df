// Reads a stream as the Kinesis Client Library does: every shard after its parent, from a checkpoint on.

import { DescribeStreamCommand, GetRecordsCommand, GetShardIteratorCommand } from "@aws-sdk/client-dynamodb-streams";
import { makeStreamsClient } from "./client.js";

const streams = makeStreamsClient();

export async function describeShards(StreamArn) {
  const shards = [];
  let ExclusiveStartShardId;
  do {
    const request = { StreamArn, ExclusiveStartShardId, Limit: 3 };
    const { StreamDescription } = await streams.send(new DescribeStreamCommand(request));
    shards.push(...StreamDescription.Shards);
    ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return shards;
}

// A consumer whose checkpoints hold, for each shard, the sequence number of the last record that it took, or END after
// the last record of a closed shard. A new consumer with the checkpoints of a killed one continues where it stopped.
export class StreamConsumer {
  // `take(record)` may be asynchronous; the next record waits for it.
  constructor(streamArn, checkpoints, take) {
    Object.assign(this, { streamArn, checkpoints, take });
  }

  // Reads until there are no new records, or until the consumer is killed, which happens after `budget` records.
  async run(budget = Infinity) {
    this.budget = budget;
    let progress = true;
    while (progress && this.budget > 0) {
      progress = false;
      const shards = await describeShards(this.streamArn);
      const unread = new Set(shards.map(({ ShardId }) => ShardId).filter((id) => this.checkpoints.get(id) !== "END"));
      for (const { ShardId, ParentShardId } of shards) {
        if (!unread.has(ShardId) || unread.has(ParentShardId)) continue;
        progress = (await this.readShard(ShardId)) || progress;
        if (this.budget <= 0) return;
      }
    }
  }

  async iteratorOf(ShardId) {
    const SequenceNumber = this.checkpoints.get(ShardId);
    const position = SequenceNumber
      ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber }
      : { ShardIteratorType: "TRIM_HORIZON" };
    const request = { StreamArn: this.streamArn, ShardId, ...position };
    return (await streams.send(new GetShardIteratorCommand(request))).ShardIterator;
  }

  // Reads a page. An expired iterator is replaced by one from the checkpoint.
  async readPage(shardId, ShardIterator) {
    try {
      return await streams.send(new GetRecordsCommand({ ShardIterator, Limit: 7 }));
    } catch (error) {
      if (error.name !== "ExpiredIteratorException") throw error;
      return this.readPage(shardId, await this.iteratorOf(shardId));
    }
  }

  // Reads a shard from its checkpoint on. Returns whether it found records or the end of the shard.
  async readShard(shardId) {
    let any = false;
    let iterator = await this.iteratorOf(shardId);
    while (iterator) {
      const page = await this.readPage(shardId, iterator);
      for (const record of page.Records) {
        await this.take(record);
        this.checkpoints.set(shardId, record.dynamodb.SequenceNumber);
        any = true;
        if (--this.budget <= 0) return true;
      }
      if (!page.NextShardIterator) {
        this.checkpoints.set(shardId, "END");
        return true;
      }
      if (page.Records.length === 0) return any;
      iterator = page.NextShardIterator;
    }
    return any;
  }
}
