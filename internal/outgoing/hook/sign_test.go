package hook

import (
	"testing"
	"time"
)

// TestSignature has the example of the specification of Standard Webhooks.
func TestSignature(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	key, err := Key(secret)
	if err != nil {
		t.Fatal(err)
	}
	if got := Sign(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`)); got != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Error(got)
	}
	h, err := Signed(secret, "x", at, []byte("{}"))
	if err != nil || h.Get("Webhook-Id") != "msg_x" || h.Get("Webhook-Timestamp") != "1777636800" || h.Get("Webhook-Signature") != Sign(key, "msg_x", at, []byte("{}")) {
		t.Errorf("%v %v", h, err)
	}
}

func TestSecretsSign(t *testing.T) {
	first, second := NewSecret(), NewSecret()
	if first == second {
		t.Error("the same secret twice")
	}
	for secret, valid := range map[string]bool{first: true, "whsec_short": false, first[len(keyPrefix):]: false, "": false} {
		if _, err := Signed(secret, "x", at, nil); (err == nil) != valid {
			t.Errorf("%q: %v", secret, err)
		}
	}
}
