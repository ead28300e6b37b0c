package listening_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/testkit"
)

func TestAlerts(t *testing.T) {
	var posts atomic.Int32
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posts.Add(1)
		if r.URL.Path == "/broken" {
			w.WriteHeader(http.StatusGone)
		}
	}))
	t.Cleanup(hook.Close)
	s := testkit.Start(t, testkit.Options{Webhook: hook.URL})
	const settings, alerts = "/api/admin/settings", "/api/admin/alerts"
	spanish := map[string]string{"Accept-Language": "es"}
	s.Run(t, []testkit.Scenario{
		{Name: "nothing happened", Request: call{Path: alerts, As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "not for members", Request: call{Path: alerts, As: s.Member}, Status: 403},
		{Name: "in a private network", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"slackWebhook":"https://10.1.2.3/x"}`}, Status: 400, Contains: []string{`"slackWebhook":["This address is in a private network`}},
		{Name: "without TLS", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"discordWebhook":"http://discord.example/x"}`}, Status: 400, Contains: []string{`"discordWebhook":["Enter an https address."]`}},
		{Name: "no address", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"genericWebhook":"hello"}`}, Status: 400, Contains: []string{`"genericWebhook"`}},
		{Name: "without a secret", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"genericWebhook":"` + hook.URL + `","genericWebhookSecret":"whsec_short"}`}, Status: 400, Contains: []string{`"genericWebhookSecret":["Enter a secret that begins with whsec_`}},
		{Name: "test what is not set up", Request: call{Method: "POST", Path: alerts + "/test", As: s.Admin, Body: `{"channel":"slack"}`}, Status: 409, Contains: []string{"Save the address"}},
		{Name: "test nothing", Request: call{Method: "POST", Path: alerts + "/test", As: s.Admin, Body: `{"channel":"fax"}`}, Status: 400},
		{Name: "set up", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"slackWebhook":"` + hook.URL + `/slack","discordWebhook":"` + hook.URL + `/broken"}`}, Status: 200, Contains: []string{`"slackWebhook":"http://1*`}, Lacks: []string{hook.URL}},
		{Name: "its addresses are secret", Request: call{Path: settings, As: s.Admin}, Status: 200, Contains: []string{`"slackWebhook":"http://1*`}, Lacks: []string{hook.URL}},
		{Name: "also in the history", Request: call{Path: settings + "/history", As: s.Admin}, Status: 200, Contains: []string{`{"name":"slackWebhook","secret":true,"before":null,"after":null}`}, Lacks: []string{hook.URL}},
		{Name: "test", Request: call{Method: "POST", Path: alerts + "/test", As: s.Admin, Body: `{"channel":"slack"}`}, Status: 200, Contains: []string{"accepted"}},
		{Name: "test one that refuses", Request: call{Method: "POST", Path: alerts + "/test", As: s.Admin, Body: `{"channel":"discord"}`, Header: spanish}, Status: 400, Contains: []string{"El webhook rechazó el mensaje (410)."}},
		{Name: "a station is made", Request: call{Method: "POST", Path: "/api/radios", As: s.Member, Body: `{"name":"Wave","mode":"live"}`}, Status: 201},
		{Name: "its alert", Request: call{Path: alerts, As: s.Admin, Header: spanish}, Status: 200, Contains: []string{`"kind":"new-station"`, `"title":"Emisora nueva"`, `Ada creó la emisora Wave.`, `"read":false`}},
		{Name: "unread", Request: call{Path: alerts + "/unread", As: s.Admin}, Status: 200, Contains: []string{`{"unread":1}`}},
		{Name: "read nothing", Request: call{Method: "POST", Path: alerts + "/read", As: s.Admin, Body: `{"ids":["none"]}`}, Status: 200, Contains: []string{`{"unread":1}`}},
		{Name: "read all", Request: call{Method: "POST", Path: alerts + "/read", As: s.Admin, Body: `{"all":true}`}, Status: 200, Contains: []string{`{"unread":0}`}},
	})
	deliveries := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline) && strings.Count(deliveries, `"attempts":1`) < 2; <-time.After(5 * time.Millisecond) {
		deliveries = s.Do(t, call{Path: alerts + "/deliveries", As: s.Admin}).Body
	}
	for _, want := range []string{`"channel":"slack","state":"sent"`, `"channel":"discord","state":"failed"`, "refused the message (410)"} {
		if !strings.Contains(deliveries, want) {
			t.Errorf("no %s in %s", want, deliveries)
		}
	}
	failed := failedDelivery(t, s.Do(t, call{Path: alerts + "/deliveries?troubled=true", As: s.Admin}).Body)
	s.Run(t, []testkit.Scenario{
		{Name: "only what failed", Request: call{Path: alerts + "/deliveries?troubled=true", As: s.Admin}, Status: 200, Contains: []string{"discord", `"nextAt":null`}, Lacks: []string{"slack"}},
		{Name: "of another alert", Request: call{Path: alerts + "/deliveries?alert=none", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "its alert", Request: call{Path: alerts + "?kind=new-station", As: s.Admin}, Status: 200, Contains: []string{`"severity":"notice"`, `"deliveries":2,"failed":1`}},
		{Name: "none of a kind", Request: call{Path: alerts + "?kind=disk-filling", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "none unread", Request: call{Path: alerts + "?unread=true", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "retry nothing", Request: call{Method: "POST", Path: alerts + "/deliveries/none/retry", As: s.Admin}, Status: 404},
		{Name: "not by members", Request: call{Method: "POST", Path: alerts + "/deliveries/" + failed + "/retry", As: s.Member}, Status: 403},
		{Name: "mend it", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"discordWebhook":"` + hook.URL + `/discord"}`}, Status: 200},
		{Name: "retry it", Request: call{Method: "POST", Path: alerts + "/deliveries/" + failed + "/retry", As: s.Admin}, Status: 200, Contains: []string{"on its way"}},
	})
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline) && posts.Load() < 5; <-time.After(5 * time.Millisecond) {
	}
	s.Run(t, []testkit.Scenario{
		{Name: "retry what was sent", Request: call{Method: "POST", Path: alerts + "/deliveries/" + failed + "/retry", As: s.Admin}, Status: 409},
		{Name: "null removes an address", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"slackWebhook":null,"discordWebhook":""}`}, Status: 200, Contains: []string{`"slackWebhook":""`, `"discordWebhook":"http://1*`}},
		{Name: "test what was removed", Request: call{Method: "POST", Path: alerts + "/test", As: s.Admin, Body: `{"channel":"slack"}`}, Status: 409},
	})
	if n := posts.Load(); n != 5 {
		t.Errorf("%d posts", n)
	}
}

// failedDelivery returns the ID of the only delivery in a list.
func failedDelivery(t *testing.T, list string) string {
	t.Helper()
	var found []struct{ ID string }
	if err := json.Unmarshal([]byte(list), &found); err != nil || len(found) != 1 {
		t.Fatalf("%s: %v", list, err)
	}
	return found[0].ID
}
