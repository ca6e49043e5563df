// testcontainers-go from 0.37 on, and the AWS SDK 2. The image `holdfast` is made by server/packages/container.
package holdfast_test

import (
	"context"
	"errors"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// startHoldfast returns the server's URL. The server ends with the test.
func startHoldfast(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	// The wait strategy sends requests to the mapped port from outside: the image has no shell in which a strategy could
	// run a command. Each start gets another port on the host.
	server, err := testcontainers.Run(ctx, "holdfast",
		testcontainers.WithEnv(map[string]string{"HOLDFAST_SEED": "7"}),
		testcontainers.WithExposedPorts("8000/tcp"),
		testcontainers.WithWaitStrategy(wait.ForHTTP("/").WithPort("8000/tcp")))
	testcontainers.CleanupContainer(t, server)
	if err != nil {
		t.Fatal(err)
	}
	url, err := server.PortEndpoint(ctx, "8000/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func TestARoomHasOneGuest(t *testing.T) {
	ctx := context.Background()
	client := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(startHoldfast(t)),
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("123456789012", "any", ""),
	})
	_, err := client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: aws.String("Rooms"),
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("room"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema:   []types.KeySchemaElement{{AttributeName: aws.String("room"), KeyType: types.KeyTypeHash}},
		BillingMode: types.BillingModePayPerRequest,
	})
	if err != nil {
		t.Fatal(err)
	}
	book := func(guest string) error {
		_, err := client.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: aws.String("Rooms"),
			Item: map[string]types.AttributeValue{
				"room":  &types.AttributeValueMemberS{Value: "7"},
				"guest": &types.AttributeValueMemberS{Value: guest},
			},
			ConditionExpression: aws.String("attribute_not_exists(guest)"),
		})
		return err
	}
	if err := book("alice"); err != nil {
		t.Fatal(err)
	}
	var taken *types.ConditionalCheckFailedException
	if err := book("bob"); !errors.As(err, &taken) {
		t.Fatalf("the room has two guests: %v", err)
	}
}
