package webhook

import (
	"encoding/json"
	"strings"
	"time"
)

// Limits of Discord, in characters.
const (
	maxDiscordTitle  = 256
	maxDiscordText   = 4096
	maxDiscordFooter = 2048
)

type discordMessage struct {
	Embeds  []discordEmbed `json:"embeds"`
	Allowed struct {
		Parse []string `json:"parse"` // kinds of mentions that ring
	} `json:"allowed_mentions"`
}

type discordEmbed struct {
	Title       string        `json:"title"`
	Description string        `json:"description"`
	URL         string        `json:"url,omitempty"`
	Timestamp   string        `json:"timestamp"`
	Footer      discordFooter `json:"footer"`
}

type discordFooter struct {
	Text string `json:"text"`
}

// Discord returns a note as Discord's webhooks take it. Nobody is mentioned, whatever
// the text says.
func Discord(n Note) ([]byte, error) {
	m := discordMessage{Embeds: []discordEmbed{{
		Title: shortened(n.Title, maxDiscordTitle, discordRune), Description: shortened(withoutLinks(n.Text), maxDiscordText, discordRune), URL: n.Link,
		Timestamp: n.At.UTC().Format(time.RFC3339), Footer: discordFooter{shortened(n.Site, maxDiscordFooter, asIs)},
	}}}
	m.Allowed.Parse = []string{}
	return json.Marshal(m)
}

// discordRune escapes what Discord's Markdown knows, and takes the effect of @ away.
func discordRune(r rune) string {
	switch {
	case r == '@':
		return "@\u200b"
	case strings.ContainsRune("\\*_~`|<>#[]()-+", r):
		return `\` + string(r)
	}
	return string(r)
}
