package stripe

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	sdk "github.com/stripe/stripe-go/v85"
)

const (
	// mockRequired turns a missing stripe-mock into a failure instead of a skipped test.
	mockRequired = "SONORA_TEST_STRIPE"
	// mockTool is where scripts/deps.sh puts it, relative to the module's folder.
	mockTool = ".cache/tools/stripe-mock-0.203.0"
)

// startMock runs stripe-mock, Stripe's own double: it keeps nothing, but refuses every
// request that Stripe's OpenAPI document does not allow.
func startMock(t *testing.T) (address string) {
	t.Helper()
	binary := filepath.Join("..", "..", "..", mockTool)
	if _, err := os.Stat(binary); err != nil {
		if os.Getenv(mockRequired) == "required" {
			t.Fatal(err)
		}
		t.Skip("REQUESTS TO STRIPE ARE NOT CHECKED: no " + mockTool + " (scripts/deps.sh stripe builds it)")
	}
	mock := exec.CommandContext(t.Context(), binary, "-http-addr", "127.0.0.1:0")
	mock.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := mock.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := mock.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = mock.Process.Kill() // it may have ended with the context
		_ = mock.Wait()         // killed as requested
	})
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, after, ok := strings.Cut(lines.Text(), "Listening for HTTP at address: "); ok {
			return "http://" + strings.TrimSpace(after)
		}
	}
	t.Fatalf("stripe-mock ended: %v", lines.Err())
	return ""
}

// TestRequestsAreWhatStripeDocuments sends every request that the adapter can send.
func TestRequestsAreWhatStripeDocuments(t *testing.T) {
	address := startMock(t)
	if _, err := url.Parse(address); err != nil {
		t.Fatal(err)
	}
	c, err := New(Config{Key: "sk_test_123", URL: address, AutomaticTax: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	order := Order{Price: yearly, AccountID: "account-1", Customer: "cus_1", TrialDays: 14, Language: "es", Success: "https://music.example/premium?paid=1", Cancel: "https://music.example/premium"}
	coupon := order
	coupon.PromotionCode = "SPRING"
	for name, request := range map[string]func() error{
		"customer":      func() error { _, err := c.Customer(ctx, "account-1", "jo@example.com", "Jo"); return err },
		"product":       func() error { return c.makeProduct(ctx, monthly) },
		"ensureProduct": func() error { return c.ensureProduct(ctx, monthly) },
		"checkout":      func() error { _, err := c.Checkout(ctx, order); return err },
		"coupon":        func() error { _, err := c.Checkout(ctx, coupon); return err },
		"portal":        func() error { _, err := c.Portal(ctx, "cus_1", "https://music.example"); return err },
		"subscription":  func() error { _, err := c.Subscription(ctx, "sub_1"); return err },
		"ofCustomer":    func() error { _, err := c.OfCustomer(ctx, "cus_1"); return err },
		"all":           func() error { _, err := c.All(ctx); return err },
		"change":        func() error { _, err := c.Change(ctx, "sub_1", yearly); return err },
		"cancelAtEnd":   func() error { _, err := c.CancelAtPeriodEnd(ctx, "sub_1", true); return err },
		"resume":        func() error { _, err := c.CancelAtPeriodEnd(ctx, "sub_1", false); return err },
		"leave":         func() error { _, err := c.Leave(ctx, "sub_1"); return err },
		"forgetLeaving": func() error { return c.ForgetLeaving(ctx, "sub_1") },
		"cancelNow":     func() error { _, err := c.CancelNow(ctx, "sub_1"); return err },
		"invoices":      func() error { _, err := c.Invoices(ctx, "cus_1"); return err },
		"refund":        func() error { _, err := c.Refund(ctx, "in_1"); return err },
		"returns":       func() error { _, err := c.Returns(ctx, "cus_1"); return err },
		"returnsOf": func() error {
			_, err := c.returnsOf(ctx, &sdk.Charge{ID: "ch_1", Disputed: true, PaymentIntent: &sdk.PaymentIntent{ID: "pi_1"}})
			return err
		},
		"returnedTo": func() error { _, err := c.ReturnedTo(ctx, began); return err },
		"customerOf": func() error { _, err := c.CustomerOf(ctx, "ch_1"); return err },
	} {
		if err := request(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
