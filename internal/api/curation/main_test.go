package curation_test

import (
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// call is short for a request in a table.
type call = testkit.Request
