package webhook

import "encoding/json"

// Limits of Slack, in characters.
const (
	maxSlackHeader  = 150
	maxSlackSection = 3000
)

type slackText struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Verbatim bool   `json:"verbatim,omitempty"` // names and addresses in the text are not made links
}

type slackBlock struct {
	Type     string      `json:"type"`
	Text     *slackText  `json:"text,omitempty"`
	Elements []slackText `json:"elements,omitempty"`
}

type slackMessage struct {
	Text   string       `json:"text"` // in notifications of the system
	Blocks []slackBlock `json:"blocks"`
}

// Slack returns a note as Slack's incoming webhooks take it.
func Slack(n Note) ([]byte, error) {
	text := shortened(withoutLinks(n.Text), maxSlackSection, slackRune)
	m := slackMessage{Text: text, Blocks: []slackBlock{
		{Type: "header", Text: &slackText{Type: "plain_text", Text: shortened(n.Title, maxSlackHeader, asIs)}},
		{Type: "section", Text: &slackText{Type: "mrkdwn", Text: text, Verbatim: true}},
	}}
	from := shortened(withoutLinks(n.Site), maxSlackHeader, slackRune)
	if n.Link != "" {
		from += " · <" + shortened(n.Link, maxSlackSection/2, slackAddress) + "|" + shortened(n.Open, maxSlackHeader, slackRune) + ">"
	}
	m.Blocks = append(m.Blocks, slackBlock{Type: "context", Elements: []slackText{{Type: "mrkdwn", Text: from, Verbatim: true}}})
	return json.Marshal(m)
}

func asIs(r rune) string { return string(r) }

// slackRune escapes the characters with which mentions such as <!channel> and links
// begin, and those that format.
func slackRune(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '*', '_', '~', '`': // Slack has no escape for them; it formats only between word boundaries
		return "\u200b" + string(r) + "\u200b"
	}
	return string(r)
}

func slackAddress(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "%3C"
	case '>':
		return "%3E"
	case '|':
		return "%7C"
	}
	return string(r)
}
