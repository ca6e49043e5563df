// Testcontainers 1.19 or 2 with JUnit 5, and the AWS SDK 2. The image `holdfast` is made by server/packages/container.
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@Testcontainers
class HoldfastTest {
    // The wait strategy sends requests to the mapped port from outside: Testcontainers' default strategy runs a shell
    // in the container, and the image has none. Each start gets another port on the host.
    @Container
    private static final GenericContainer<?> HOLDFAST = new GenericContainer<>(DockerImageName.parse("holdfast"))
            .withEnv("HOLDFAST_SEED", "7")
            .withExposedPorts(8000)
            .waitingFor(Wait.forHttp("/").forPort(8000).forStatusCode(200));

    private DynamoDbClient client;

    private static DynamoDbClient clientForFork(String fork) {
        String server = "http://" + HOLDFAST.getHost() + ":" + HOLDFAST.getMappedPort(8000);
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(server + "/_holdfast/forks/" + fork))
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("123456789012", "any")))
                .build();
    }

    // A fork is a database of its own: each test has one, also when tests run at the same time.
    @BeforeEach
    void makeTable(TestInfo test) {
        client = clientForFork(test.getTestMethod().orElseThrow().getName());
        client.createTable(table -> table
                .tableName("Rooms")
                .attributeDefinitions(key -> key.attributeName("room").attributeType(ScalarAttributeType.S))
                .keySchema(key -> key.attributeName("room").keyType(KeyType.HASH))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    }

    private void book(String guest) {
        client.putItem(put -> put
                .tableName("Rooms")
                .item(Map.of("room", AttributeValue.fromS("7"), "guest", AttributeValue.fromS(guest)))
                .conditionExpression("attribute_not_exists(guest)"));
    }

    @Test
    void aRoomHasOneGuest() {
        book("alice");
        assertThrows(ConditionalCheckFailedException.class, () -> book("bob"));
    }
}
