package webhook

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// hostile is what somebody may call their station.
const hostile = "<!channel> @everyone <@U123> <https://evil.example|click> [x](https://evil.example) *bold* `code` & \\"

var at = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func decode[T any](t *testing.T, body []byte, err error) (v T) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSlackMentionsNobody(t *testing.T) {
	body, err := Slack(Note{Title: "A & <B>", Text: hostile, Link: "https://music.example/a?b&c|d>", Site: "Casa <!here>", Open: "Open"})
	m := decode[slackMessage](t, body, err)
	section, context := m.Blocks[1].Text, m.Blocks[2].Elements[0]
	if m.Blocks[0].Type != "header" || m.Blocks[0].Text.Type != "plain_text" || m.Blocks[0].Text.Text != "A & <B>" {
		t.Errorf("header: %+v", m.Blocks[0].Text)
	}
	if section.Type != "mrkdwn" || !section.Verbatim || section.Text != m.Text || strings.ContainsAny(section.Text, "<>") || strings.Contains(section.Text, "://") {
		t.Errorf("section: %+v", section)
	}
	if !strings.HasPrefix(section.Text, "&lt;!channel&gt; @everyone &lt;@U123&gt;") || !strings.Contains(section.Text, " &amp; ") {
		t.Errorf("section: %s", section.Text)
	}
	if want := "Casa &lt;!here&gt; · <https://music.example/a?b&amp;c%7Cd%3E|Open>"; context.Text != want {
		t.Errorf("context: %s", context.Text)
	}
}

func TestDiscordMentionsNobody(t *testing.T) {
	body, err := Discord(Note{Title: "T", Text: hostile, Link: "https://music.example/", Site: "Casa", At: at})
	if !strings.Contains(string(body), `"allowed_mentions":{"parse":[]}`) {
		t.Errorf("%s", body)
	}
	e := decode[discordMessage](t, body, err).Embeds[0]
	for _, bad := range []string{"@everyone", "<@U123>", "](", "://", " *bold", " `code"} {
		if strings.Contains(e.Description, bad) {
			t.Errorf("%q in %s", bad, e.Description)
		}
	}
	if e.URL != "https://music.example/" || e.Timestamp != "2026-05-01T12:00:00Z" || e.Footer.Text != "Casa" {
		t.Errorf("%+v", e)
	}
}

func TestTextsKeepToTheLimits(t *testing.T) {
	n := Note{Title: strings.Repeat("&", 999), Text: strings.Repeat("&", 9999), Site: strings.Repeat("<", 9999)}
	body, err := Slack(n)
	s := decode[slackMessage](t, body, err)
	for i, limit := range []int{maxSlackHeader, maxSlackSection} {
		text := s.Blocks[i].Text.Text
		if utf8.RuneCountInString(text) > limit || !strings.HasSuffix(text, "…") || i == 1 && !strings.HasSuffix(text, "&amp;…") {
			t.Errorf("Slack block %d: %d characters", i, utf8.RuneCountInString(text))
		}
	}
	n.Text, n.Title = strings.Repeat("*", 9999), strings.Repeat("_", 999)
	body, err = Discord(n)
	e := decode[discordMessage](t, body, err).Embeds[0]
	for text, limit := range map[string]int{e.Title: maxDiscordTitle, e.Description: maxDiscordText, e.Footer.Text: maxDiscordFooter} {
		if utf8.RuneCountInString(text) > limit || strings.HasSuffix(text, `\…`) {
			t.Errorf("Discord: %d characters of %d", utf8.RuneCountInString(text), limit)
		}
	}
	if got := shortened("short", 10, asIs); got != "short" {
		t.Error(got)
	}
}

func TestStandardSaysWhatHappened(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	body, h, err := Standard(Note{ID: "x", Kind: "new-station", Solved: true, At: at}, secret, at)
	if h.Get("Webhook-Id") != "msg_x" || h.Get("Webhook-Signature") == "" {
		t.Errorf("%v", h)
	}
	if e := decode[standardEvent](t, body, err); e.Type != "alert.solved" || e.Data.Kind != "new-station" {
		t.Errorf("%+v", e)
	}
	if _, _, err := Standard(Note{}, "whsec_short", at); err == nil {
		t.Error("signed with a short key")
	}
}
