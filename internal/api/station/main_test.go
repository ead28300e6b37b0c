package station_test

import (
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// The servers that tests share.
var (
	empty   = apitest.Empty()
	library = apitest.Library()
)

func TestMain(m *testing.M) { apitest.Main(m) }

// call is short for a request in a table.
type call = testkit.Request
