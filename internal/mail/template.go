package mail

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	text "text/template"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/words"
)

//go:embed templates
var files embed.FS

// templates are those of each language. Every kind has a subject, a body of
// paragraphs and a button label; common layouts turn them into text and HTML.
var templates = func() map[string]*text.Template {
	all := map[string]*text.Template{}
	for _, language := range music.Languages {
		all[language] = text.Must(text.ParseFS(files, "templates/"+language+".tmpl"))
	}
	return all
}()

var (
	textLayout = text.Must(text.ParseFS(files, "templates/layout.txt"))
	htmlLayout = template.Must(template.ParseFS(files, "templates/layout.html"))
)

// letter is the data for the words of a message.
type letter struct {
	Message
	Site, SiteURL string
	Until, On     string // Expires and At in words
	Device        string // in the language of the message
}

// page is the data for the layouts.
type page struct {
	Language, Subject, Site string
	Greeting                string
	Paragraphs              []string
	Link, Button            string // "" for none
	Footer                  string
	End, EndLabel           string // where to unsubscribe; "" for messages that people cannot turn off
}

// write renders a message. Text that comes from people is reduced to plain text
// on one line.
func (s *Service) write(m Message) (*people.Mail, error) {
	if !slices.Contains(music.Languages, m.Language) {
		m.Language = music.Languages[0]
	}
	settings := s.c.Settings()
	l := &letter{
		Message: m, Site: music.OneLine(settings.SiteName, 0), SiteURL: s.c.PublicURL.String(),
		Until: moment(m.Expires, m.Language, settings.Timezone), On: moment(m.At, m.Language, settings.Timezone),
	}
	l.Name, l.Device, l.Address, l.Detail = greetable(m.Name), music.OneLine(words.Render(m.Language, m.Device), 0), music.OneLine(m.Address, 0), music.OneLine(m.Detail, 0)
	l.Items = lines(m.Items)
	if l.Link == "" {
		l.Link = s.c.PublicURL.JoinPath("settings").String() + "?tab=security"
	}
	p, err := l.page()
	if err != nil {
		return nil, err
	}
	var plain, html bytes.Buffer
	if err := textLayout.Execute(&plain, p); err != nil {
		return nil, err
	}
	if err := htmlLayout.Execute(&html, p); err != nil {
		return nil, err
	}
	return &people.Mail{
		AccountID: m.AccountID, Kind: string(m.Kind), Language: m.Language, Recipient: m.To, Subject: p.Subject,
		Text: plain.String(), HTML: html.String(), Unsubscribe: m.Unsubscribe, CreatedAt: s.now(),
	}, nil
}

func (l *letter) page() (*page, error) {
	p := &page{Language: l.Language, Site: l.Site}
	var body string
	for _, part := range []struct {
		name string
		into *string
	}{
		{"greeting", &p.Greeting},
		{"footer", &p.Footer},
		{"unsubscribe", &p.EndLabel},
		{string(l.Kind) + ".subject", &p.Subject},
		{string(l.Kind) + ".body", &body},
		{string(l.Kind) + ".button", &p.Button},
	} {
		var b strings.Builder
		if err := templates[l.Language].ExecuteTemplate(&b, part.name, l); err != nil {
			return nil, fmt.Errorf("in %s: %w", l.Language, err)
		}
		*part.into = strings.TrimSpace(b.String())
	}
	p.Paragraphs = strings.Split(body, "\n\n")
	if p.Button != "" {
		p.Link = l.Link
	}
	if l.Unsubscribe != "" {
		p.End = l.Detail
	}
	return p, nil
}
