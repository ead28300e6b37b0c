package api_test

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/lastfm"
	"sonora/internal/testkit/others"
	standin "sonora/internal/testkit/stripe"
)

// effect is what somebody sees before and after one setting changes.
type effect struct {
	value  string        // of the setting, in JSON
	beside string        // members of the settings that it needs
	see    func() string // asks the server; called again until it sees the effect
	before string        // what see returns contains this, and not after
	after  string        // what see returns contains this
}

// effects returns the effect of every setting, by its name.
func (w *world) effects() map[string]effect {
	list := map[string]effect{}
	for _, part := range []map[string]effect{w.siteEffects(), w.musicEffects(), w.accessEffects(), w.alertEffects(), w.paymentEffects(), w.lastFMEffects()} {
		maps.Copy(list, part)
	}
	return list
}

// siteEffects are those on what the server says of itself, and what it does in the
// background.
func (w *world) siteEffects() map[string]effect {
	config := w.asking(call{Path: "/api/config"})
	change := w.asking(call{Method: "POST", Path: "/api/playlists", As: w.Member, Body: `{"name":"Mine"}`})
	lookUp := func(part, body string) func() string {
		return w.asking(call{Method: "POST", Path: "/api/tracks/" + w.track + "/lookup" + part, As: w.Admin, Body: body})
	}
	return map[string]effect{
		"siteName":           {value: `"Casa"`, see: w.asking(call{Path: "/api/welcome"}), before: "Welcome to Sonora!", after: "Welcome to Casa!"},
		"siteDescription":    {value: `"Ours"`, see: config, before: `"siteDescription":"Professional Music Platform"`, after: `"siteDescription":"Ours"`},
		"developerPanels":    {value: `true`, see: config, before: `"developerPanels":false`, after: `"developerPanels":true`},
		"landingMusic":       {value: `true`, see: config, before: `"landingMusic":false`, after: `"landingMusic":true`},
		"timezone":           {value: `"Europe/Madrid"`, beside: `"maintenance":true,"maintenanceUntil":"2126-01-01T12:00:00Z"`, see: change, before: "12:00 (UTC)", after: "13:00 (Europe/Madrid)"},
		"maintenance":        {value: `true`, see: change, before: "201", after: "423"},
		"maintenanceMessage": {value: `"Back soon"`, beside: `"maintenance":true`, see: config, before: `"message":""`, after: `"message":"Back soon"`},
		"maintenanceUntil":   {value: `"2126-01-01T12:00:00Z"`, beside: `"maintenance":true`, see: config, before: `"until":null`, after: `"until":"2126-01-01T12:00:00`},
		"backupFrequency":    {value: `"monthly"`, see: w.asking(call{Path: "/api/admin/database", As: w.Admin}), before: `"frequency":"daily"`, after: `"frequency":"monthly"`},
		"askMusicBrainz":     {value: `true`, see: lookUp("", ""), before: "409", after: "200"},
		"askCoverArtArchive": {value: `true`, see: lookUp("/cover", `{"releaseId":"`+others.ReleaseID+`"}`), before: "409", after: "200"},
		"askLrclib":          {value: `true`, see: lookUp("/lyrics", ""), before: "409", after: "200"},
		"radioDirectory":     {value: `true`, see: w.asking(call{Path: "/api/radios/directory?q=jazz", As: w.Member}), before: "409", after: "200"},
		"relayInside":        {value: `true`, see: w.asking(call{Method: "POST", Path: "/api/admin/radios", As: w.Admin, Body: `{"name":"Near","streamUrl":"http://127.0.0.1:1/"}`}), before: "400", after: "201"},
		"analyseTracks":      {value: `false`, see: w.asking(call{Path: "/api/admin/analysis", As: w.Admin}), before: `"enabled":true`, after: `"enabled":false`},
	}
}

// musicEffects are those on music by AI.
func (w *world) musicEffects() map[string]effect {
	suno := `"sunoApiUrl":"` + w.studio.URL + `","sunoApiKey":"suno-0123456789abcdef"`
	offered := w.asking(call{Path: "/api/ai/providers", As: w.Member})
	order := func(prompt string) func() string {
		return w.asking(call{Method: "POST", Path: "/api/ai/generations", As: w.Member, Body: `{"prompt":"` + prompt + `","provider":"suno","duration":60}`})
	}
	checking := func(key string) func() string {
		check := w.asking(call{Method: "POST", Path: "/api/admin/ai-providers/check", As: w.Admin})
		return func() string {
			check()
			w.mu.Lock()
			defer w.mu.Unlock()
			return fmt.Sprint("asked ", w.asked["Bearer "+key])
		}
	}
	kept := w.asking(call{Path: "/api/admin/settings", As: w.Admin})
	offers := func(provider string) func() string {
		return func() string { return fmt.Sprint("offered ", strings.Contains(offered(), `"name":"`+provider+`"`)) }
	}
	return map[string]effect{
		"sunoApiKey":       {value: `"suno-0123456789abcdef"`, see: offers("suno"), before: "offered false", after: "offered true"},
		"sunoApiUrl":       {value: `"` + w.studio.URL + `"`, beside: `"sunoApiUrl":"http://127.0.0.1:1","sunoApiKey":"suno-of-the-effects"`, see: checking("suno-of-the-effects"), before: "asked false", after: "asked true"},
		"mubertApiKey":     {value: `"customer:token-0123456789"`, see: offers("mubert"), before: "offered false", after: "offered true"},
		"stabilityApiKey":  {value: `"sk-0123456789abcdef"`, see: offers("stability"), before: "offered false", after: "offered true"},
		"elevenLabsApiKey": {value: `"el-0123456789abcdef"`, see: offers("elevenlabs"), before: "offered false", after: "offered true"},
		"aceStepUrl":       {value: `"` + w.studio.URL + `"`, see: offers("ace-step"), before: "offered false", after: "offered true"},
		"aceStepApiKey":    {value: `"ace-of-the-effects"`, beside: `"aceStepUrl":"` + w.studio.URL + `"`, see: checking("ace-of-the-effects"), before: "asked false", after: "asked true"},
		"aiHttpProvider":   {value: `"{\"name\":\"Studio\",\"url\":\"https://studio.example\",\"submit\":{\"path\":\"make\"},\"result\":\"url\"}"`, see: offered, before: `"items"`, after: `"label":"Studio"`},
		"aiProvider":       {value: `"suno"`, beside: suno, see: offered, before: `"name":"suno","label":"Suno","isDefault":false`, after: `"name":"suno","label":"Suno","isDefault":true`},
		"aiMonthlyBudget":  {value: `0.01`, beside: suno, see: order("calm tones"), before: "202", after: "409"},
		"aiPersonBudget":   {value: `0.01`, beside: suno, see: order("calm tones"), before: "202", after: "409"},
		"aiBlockedWords":   {value: `["Beatles"]`, beside: suno, see: order("like the Beatles"), before: "202", after: "409"},
		"aivaApiKey":       {value: `"aiva-0123456789abcdef"`, see: kept, before: `"aivaApiKey":""`, after: `"aivaApiKey":"aiva-012*********cdef"`},
		"openaiApiKey":     {value: `"open-0123456789abcdef"`, see: kept, before: `"openaiApiKey":""`, after: `"openaiApiKey":"open-012*********cdef"`},
		"aiAutoApprove":    {value: `0.1`, see: w.reviewing(), before: "pending", after: "approved"},
	}
}

// piece is music that the composer made.
type piece struct {
	ID, State, Title string
	Review           struct{ Status string }
}

// compose has a short piece made and returns it once a condition holds.
func (w *world) compose(prompt string, isDone func(piece) bool) piece {
	r := w.Do(w.t, call{Method: "POST", Path: "/api/ai/generations", As: w.Member, Body: `{"prompt":"` + prompt + `","provider":"built-in","duration":15}`})
	made := testkit.JSON[piece](w.t, r)
	for deadline := time.Now().Add(30 * time.Second); !isDone(made) && time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		made = testkit.JSON[piece](w.t, w.Do(w.t, call{Path: "/api/ai/generations/" + made.ID, As: w.Member}))
	}
	return made
}

func isReady(p piece) bool { return p.State == "ready" }

// reviewing sees what becomes of a piece that is ready, and of a later one at last.
func (w *world) reviewing() func() string {
	calls := 0
	return func() string {
		calls++
		if calls == 1 {
			return w.compose("solo classical piano", isReady).Review.Status
		}
		return w.compose("warm ambient pads", func(p piece) bool { return p.Review.Status == "approved" }).Review.Status
	}
}

// accessEffects are those on who may do what, and how much.
func (w *world) accessEffects() map[string]effect {
	visit := w.asking(call{Path: "/api/tracks"})
	register := func(after string) func() string {
		return func() string {
			w.made++
			body := fmt.Sprintf(`{"email":"%d@example.com","password1":"qk7vz2-g","password2":"qk7vz2-g"}`, w.made)
			r := w.Do(w.t, call{Method: "POST", Path: "/api/auth/register/", Body: body})
			if after == "" || r.Status != http.StatusCreated {
				return fmt.Sprint(r.Status, " ", r.Body)
			}
			r = w.Do(w.t, call{Method: "POST", Path: after, Body: fmt.Sprintf(`{"email":"%d@example.com","password":"qk7vz2-g"}`, w.made)})
			return fmt.Sprint(r.Status, " ", r.Body)
		}
	}
	begin := func(size int) func() string {
		return w.asking(call{Method: "POST", Path: "/api/uploads", As: w.Member, Header: map[string]string{
			"Tus-Resumable": "1.0.0", "Upload-Length": strconv.Itoa(size), "Upload-Metadata": "filename " + base64.StdEncoding.EncodeToString([]byte("x.mp3")),
		}})
	}
	return map[string]effect{
		"allowedOrigins": {value: `["https://other.example"]`, before: `[]`, after: `[https://other.example]`, see: func() string {
			return fmt.Sprint(w.Do(w.t, call{Path: "/api/welcome", Header: map[string]string{"Origin": "https://other.example"}}).Header["Access-Control-Allow-Origin"])
		}},
		"maxRequestSize": {value: `1`, before: "415", after: "413", see: func() string {
			return strconv.Itoa(apitest.SendForm(w.t, w.Server, w.Member, "/api/upload", "file", "x.mp3", strings.Repeat("x", 2<<20)).Status)
		}},
		"rateLimitPerMinute": {value: `30`, before: "200", after: "429", see: func() string {
			last := 0
			for range 40 {
				last = w.Do(w.t, call{Path: "/api/tracks"}).Status
			}
			return strconv.Itoa(last)
		}},
		"sessionTimeout": {value: `2`, before: "more than 2 hours", after: "at most 2 hours", see: func() string {
			r := w.Do(w.t, call{Method: "POST", Path: "/api/auth/login/", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, w.Member.Email, testkit.Password)})
			cookies, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
			if err != nil {
				w.t.Fatal(err)
			}
			if time.Until(cookies.Expires) > 2*time.Hour {
				return "more than 2 hours"
			}
			return "at most 2 hours"
		}},
		"enableTwoFactor":      {value: `true`, see: w.asking(call{Path: "/api/account/security", As: w.Member}), before: `"factorRequired":false`, after: `"factorRequired":true`},
		"passwordMinLength":    {value: `12`, see: register(""), before: "201", after: "400"},
		"maxLoginAttempts":     {value: `1`, before: "200", after: "429", see: w.signingInAfterOneMistake},
		"scannedTracksPublic":  {value: `true`, see: visit, before: "200", after: `"title":"Song 0"`},
		"requireSignIn":        {value: `true`, see: visit, before: "200", after: "401"},
		"newAccountsMayUpload": {value: `false`, see: register(""), before: `"role":"creator"`, after: `"role":"listener"`},
		"registration":         {value: `"closed"`, see: register(""), before: "201", after: "403"},
		"requireVerification":  {value: `true`, see: register("/api/auth/login/"), before: "200", after: "email_unverified"},
		"maxUploadSize":        {value: `1`, see: begin(2 << 20), before: "201", after: "413"},
		"uploadQuota":          {value: `1`, see: begin(2 << 20), before: "201", after: "413"},
		"allowSharing":         {value: `false`, see: w.asking(call{Method: "POST", Path: "/api/shares", As: w.Admin, Body: `{"kind":"track","id":"` + w.track + `"}`}), before: "201", after: "403"},
		"databaseHost":         w.locked(`"db.example"`), "databasePort": w.locked(`5432`), "databaseName": w.locked(`"other"`),
	}
}

// locked is the effect of a setting that the server's configuration fixes: it says so.
func (w *world) locked(value string) effect { return effect{value: value} }

func (w *world) signingInAfterOneMistake() string {
	w.made++
	one := w.SignUp(w.t, fmt.Sprintf("%d@example.com", w.made))
	login := func(password string) testkit.Response {
		return w.Do(w.t, call{Method: "POST", Path: "/api/auth/login/", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, one.Email, password)})
	}
	login("wrong")
	r := login(testkit.Password)
	return fmt.Sprint(r.Status, " ", r.Body)
}

// alertEffects are those on what operators are told, and where.
func (w *world) alertEffects() map[string]effect {
	test := func(channel string) func() string {
		return w.asking(call{Method: "POST", Path: "/api/admin/alerts/test", As: w.Admin, Body: `{"channel":"` + channel + `"}`})
	}
	return map[string]effect{
		"notifyOnNewRadio": {value: `true`, beside: `"notifyOnNewRadio":false`, before: "told of nothing", after: "told of this", see: w.telling("new-station", func() string {
			w.made++
			name := fmt.Sprint("Wave", w.made)
			apitest.Made(w.t, w.Server, "/api/radios", `{"name":"`+name+`","mode":"live"}`)
			return name
		})},
		"notifyOnAIContent": {value: `true`, beside: `"notifyOnAIContent":false`, before: "told of nothing", after: "told of this", see: w.telling("review-pending", func() string {
			return w.compose("solo classical piano", isReady).Title
		})},
		"notifyOnUserActions": {value: `true`, before: "told of nothing", after: "told of this", see: w.telling("user-action", func() string {
			w.made++
			return w.SignUp(w.t, fmt.Sprintf("user%d@example.com", w.made)).Email
		})},
		"adminEmail":           {value: `"operator@example.com"`, see: test("email"), before: "Enter an admin email address first", after: "200"},
		"emailNotifications":   {value: `false`, beside: `"adminEmail":"operator@example.com"`, see: test("email"), before: "200", after: "Turn on notifications by email first"},
		"slackWebhook":         {value: `"` + w.hooks.URL + `/slack"`, see: test("slack"), before: "409", after: "200"},
		"discordWebhook":       {value: `"` + w.hooks.URL + `/discord"`, see: test("discord"), before: "409", after: "200"},
		"genericWebhook":       {value: `"` + w.hooks.URL + `/generic"`, beside: `"genericWebhookSecret":` + standardSecrets[0], see: test("webhook"), before: "409", after: "200"},
		"genericWebhookSecret": {value: standardSecrets[1], beside: `"genericWebhook":"` + w.hooks.URL + `/generic","genericWebhookSecret":` + standardSecrets[0], before: "signed with the first", after: "signed with the second", see: w.signing},
	}
}

// telling returns what does something, and sees whether operators are told of it. What
// happens while they are not to be told would be told with the next.
func (w *world) telling(kind string, do func() (name string)) func() string {
	isTold := func(name string) bool {
		return strings.Contains(w.Do(w.t, call{Path: "/api/admin/alerts?kind=" + kind, As: w.Admin}).Body, name)
	}
	first := ""
	return func() string {
		name := do()
		if first == "" {
			first = name
			return "told of nothing"
		}
		for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
			if isTold(name) && !isTold(first) {
				return "told of this"
			}
		}
		return "told of nothing"
	}
}

// standardSecrets sign webhooks in the form of Standard Webhooks.
var standardSecrets = [2]string{`"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`, `"whsec_NfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`}

// signing sends a test message to the webhook and sees how it is signed.
func (w *world) signing() string {
	w.Do(w.t, call{Method: "POST", Path: "/api/admin/alerts/test", As: w.Admin, Body: `{"channel":"webhook"}`})
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, secret := range standardSecrets {
		if w.signature == standardSignature(w.t, secret, w.signed) {
			return "signed with the " + [2]string{"first", "second"}[i]
		}
	}
	return "signed with " + w.signature
}

// standardSignature returns the signature of an ID, a time and a body.
func standardSignature(t *testing.T, secret, text string) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(strings.Trim(secret, `"`), "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	return "v1," + base64.StdEncoding.EncodeToString(sum(hmac.New(sha256.New, key), text))
}

// paymentEffects are those on plans and payments.
func (w *world) paymentEffects() map[string]effect {
	const secret = "a-secret-of-both-sides"
	hook := func(service, body string, header map[string]string) func() string {
		return w.asking(call{Method: "POST", Path: "/api/webhooks/" + service, Body: body, Header: header})
	}
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	checkout := w.asking(call{Method: "POST", Path: "/api/premium/checkout", As: w.Member, Body: `{"planId":"premium","interval":"month"}`})
	const event = `{"id":"evt_1","type":"invoice.paid","created":1,"data":{"object":{"id":"in_1","object":"invoice"}}}`
	return map[string]effect{
		"kofiToken":            {value: `"` + secret + `"`, see: hook("kofi", `data={"verification_token":"`+secret+`"}`, form), before: "401", after: "204"},
		"patreonSecret":        {value: `"` + secret + `"`, see: hook("patreon", `{}`, map[string]string{"X-Patreon-Event": "members:update", "X-Patreon-Signature": hex.EncodeToString(sum(hmac.New(md5.New, []byte(secret)), `{}`))}), before: "401", after: "400"},
		"btcpaySecret":         {value: `"` + secret + `"`, see: hook("btcpay", `{}`, map[string]string{"BTCPay-Sig": "sha256=" + hex.EncodeToString(sum(hmac.New(sha256.New, []byte(secret)), `{}`))}), before: "401", after: "204"},
		"openCollectiveSecret": {value: `"` + secret + `"`, see: hook("opencollective/"+secret, `{}`, nil), before: "401", after: "204"},
		"paymentWebhookSecret": {value: standardSecrets[0], before: "401", after: "204", see: func() string {
			at := strconv.FormatInt(time.Now().Unix(), 10)
			signature := standardSignature(w.t, standardSecrets[0], "msg_1."+at+".{}")
			return hook("generic", `{}`, map[string]string{"Webhook-Id": "msg_1", "Webhook-Timestamp": at, "Webhook-Signature": signature})()
		}},
		"stripeWebhookSecret": {value: `"` + secret + `"`, before: "401", after: "204", see: func() string {
			return hook("stripe", event, map[string]string{"Stripe-Signature": standin.Sign([]byte(event), secret, time.Now())})()
		}},
		"stripeSecretKey": {value: `"` + stripeKey + `"`, beside: `"stripeApiUrl":"` + w.till.URL + `"`, see: checkout, before: "409", after: "200"},
		"stripeApiUrl":    {value: `"` + w.till.URL + `"`, beside: `"stripeApiUrl":"http://127.0.0.1:1","stripeSecretKey":"` + stripeKey + `"`, see: checkout, before: "400", after: "200"},
		"stripeAutomaticTax": {value: `true`, beside: `"stripeApiUrl":"` + w.till.URL + `","stripeSecretKey":"` + stripeKey + `"`, before: "automatic_tax false", after: "automatic_tax true", see: func() string {
			checkout()
			w.mu.Lock()
			defer w.mu.Unlock()
			return fmt.Sprint("automatic_tax ", w.taxed)
		}},
		"premiumGraceDays": {value: `0`, beside: `"kofiToken":"` + secret + `"`, see: w.payingLate(secret), before: `"plan":{"id":"premium"`, after: `"plan":{"id":"free"`},
	}
}

// lastFMEffects are those on scrobbling to Last.fm.
func (w *world) lastFMEffects() map[string]effect {
	fm := lastfm.Start(w.t)
	key, secret := `"`+lastfm.Key+`"`, `"`+lastfm.Secret+`"`
	request := w.asking(call{Method: "POST", Path: "/api/account/scrobbling/lastfm/request", As: w.Member})
	return map[string]effect{
		"lastfmApiKey":    {value: key, beside: `"lastfmApiUrl":"` + fm.URL + `","lastfmApiSecret":` + secret, see: request, before: "409", after: "200"},
		"lastfmApiSecret": {value: secret, beside: `"lastfmApiUrl":"` + fm.URL + `","lastfmApiKey":` + key, see: request, before: "409", after: "200"},
		"lastfmApiUrl":    {value: `"` + fm.URL + `"`, beside: `"lastfmApiUrl":"http://127.0.0.1:1","lastfmApiKey":` + key + `,"lastfmApiSecret":` + secret, see: request, before: "400", after: "200"},
	}
}

// payingLate returns what sees the plan of somebody whose payment for a month was 33
// days ago.
func (w *world) payingLate(secret string) func() string {
	return func() string {
		w.made++
		one := w.SignUp(w.t, fmt.Sprintf("late%d@example.com", w.made))
		report := apitest.Encode(w.t, map[string]any{
			"verification_token": secret, "message_id": one.Email, "kofi_transaction_id": one.Email, "timestamp": time.Now().Add(-33 * 24 * time.Hour).UTC().Format(time.RFC3339),
			"type": "Subscription", "is_subscription_payment": true, "amount": "5.00", "currency": "EUR", "tier_name": "Premium", "email": one.Email,
		})
		r := w.Do(w.t, call{Method: "POST", Path: "/api/webhooks/kofi", Body: url.Values{"data": {report}}.Encode(), Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})
		if r.Status != http.StatusNoContent {
			return fmt.Sprint(r.Status, " ", r.Body)
		}
		payment, ok := w.paymentOf(one)
		if !ok {
			return "no payment"
		}
		r = w.Do(w.t, call{Method: "POST", Path: "/api/admin/premium/payments/" + payment + "/assign", As: w.Admin, Body: `{"accountId":"` + apitest.IDOf(w.t, w.Server, one) + `"}`})
		if r.Status >= http.StatusBadRequest {
			return fmt.Sprint(r.Status, " ", r.Body)
		}
		return w.asking(call{Path: "/api/premium", As: one})()
	}
}

// paymentOf returns the ID of a payment from somebody's address. A job adds it soon after
// the service has reported it.
func (w *world) paymentOf(p testkit.Person) (id string, ok bool) {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); <-time.After(10 * time.Millisecond) {
		for _, payment := range testkit.JSON[[]struct{ ID, Email string }](w.t, w.Do(w.t, call{Path: "/api/admin/premium/payments", As: w.Admin})) {
			if payment.Email == p.Email {
				return payment.ID, true
			}
		}
	}
	return "", false
}

func sum(h hash.Hash, body string) []byte {
	_, _ = h.Write([]byte(body)) // hashes never fail
	return h.Sum(nil)
}

// TestEverySettingTakesEffect changes every setting without a restart, and looks at
// what it changes for somebody.
func TestEverySettingTakesEffect(t *testing.T) {
	w := newWorld(t)
	effects := w.effects()
	for field := range reflect.TypeFor[music.Settings]().Fields() {
		name := field.Tag.Get("json")
		e, ok := effects[name]
		if !ok {
			t.Errorf("no effect of %s is known", name)
			continue
		}
		if e.see == nil {
			if r := w.Do(t, call{Method: "PATCH", Path: "/api/admin/settings", As: w.Admin, Body: `{"` + name + `":` + e.value + `}`}); r.Status != http.StatusConflict || !strings.Contains(r.Body, name+" is fixed by the server's configuration") {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
			continue
		}
		if name != lastEffect {
			t.Run(name, func(t *testing.T) { w.show(t, name, e) })
		}
	}
	t.Run(lastEffect, func(t *testing.T) { w.show(t, lastEffect, effects[lastEffect]) })
}

// lastEffect is that of the setting that would refuse all requests afterwards.
const lastEffect = "rateLimitPerMinute"

// show changes a setting, looks before and afterwards, and changes it back.
func (w *world) show(t *testing.T, name string, e effect) {
	w.t = t
	if name != lastEffect {
		defer w.restore(w.settings())
	}
	if e.beside != "" {
		w.save("{" + e.beside + "}")
	}
	if seen := e.see(); !shows(seen, e.before) || shows(seen, e.after) {
		t.Errorf("before: %s", seen)
	}
	w.save(`{"` + name + `":` + e.value + `}`)
	seen := e.see()
	for deadline := time.Now().Add(3 * time.Second); !shows(seen, e.after) && time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		seen = e.see() // the effect takes a moment
	}
	if !shows(seen, e.after) {
		t.Errorf("after: %s", seen)
	}
}

// shows reports whether something seen has a text, or begins with a status.
func shows(seen, want string) bool {
	if _, err := strconv.Atoi(want); err == nil {
		return strings.HasPrefix(seen, want)
	}
	return strings.Contains(seen, want)
}

func (w *world) settings() map[string]any {
	return testkit.JSON[map[string]any](w.t, w.Do(w.t, call{Path: "/api/admin/settings", As: w.Admin}))
}

// restore saves what has changed since the settings were before. Nobody has secrets
// before.
func (w *world) restore(before map[string]any) {
	changed := map[string]any{}
	for name, now := range w.settings() {
		field, ok := fieldOf(name)
		if !ok || reflect.DeepEqual(now, before[name]) {
			continue
		}
		changed[name] = before[name]
		if field.Tag.Get("secret") != "" {
			changed[name] = nil
		}
	}
	w.save(apitest.Encode(w.t, changed))
}

func fieldOf(setting string) (reflect.StructField, bool) {
	return reflect.TypeFor[music.Settings]().FieldByNameFunc(func(name string) bool {
		field, _ := reflect.TypeFor[music.Settings]().FieldByName(name)
		return field.Tag.Get("json") == setting
	})
}
