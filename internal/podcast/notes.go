package podcast

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"

	"sonora/internal/feed"
)

const maxNotes = 100_000 // bytes of an episode's notes

// policy allows what notes need: text, lists, headings and external links. It
// does not allow images, which would tell their server who reads the notes.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "ul", "ol", "li", "b", "strong", "i", "em", "u", "s", "blockquote", "code", "pre", "hr", "h3", "h4", "h5", "h6")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
})

var (
	bare    = sync.OnceValue(bluemonday.StrictPolicy)
	tag     = regexp.MustCompile(`<[a-zA-Z/!]`)
	heading = regexp.MustCompile(`(?i)<(/?)h[12](\s|>)`)
	address = regexp.MustCompile(`https?://[^\s<>"']+[^\s<>"'.,;:!?)\]]`)
)

// CleanNotes returns safe HTML for the notes of an episode. Plain text keeps
// its line breaks, and its URLs become links.
func CleanNotes(text string) string {
	text = inXML(text)
	if len(text) > maxNotes {
		text = text[:maxNotes]
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	if !tag.MatchString(text) {
		text = paragraphs(text)
	}
	text = heading.ReplaceAllString(text, "<${1}h3$2")
	return strings.TrimSpace(inXML(policy().Sanitize(text))) // which has decoded entities
}

// inXML removes the characters that XML 1.0 forbids, even as entities. Invalid
// UTF-8 becomes U+FFFD.
func inXML(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, text)
}

// paragraphs converts plain text, which may contain entities, to HTML.
func paragraphs(text string) string {
	text = html.EscapeString(html.UnescapeString(strings.ReplaceAll(text, "\r\n", "\n")))
	text = address.ReplaceAllStringFunc(text, func(found string) string { return `<a href="` + found + `">` + found + `</a>` })
	var out strings.Builder
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			out.WriteString("<p>" + strings.ReplaceAll(part, "\n", "<br>") + "</p>")
		}
	}
	return out.String()
}

var lineEnd = regexp.MustCompile(`(?i)<(br|/p|/li|/h\d|/div)[^>]*>`)

// plainText removes HTML tags but keeps line breaks.
func plainText(text string) string {
	return strings.TrimSpace(inXML(html.UnescapeString(bare().Sanitize(lineEnd.ReplaceAllString(text, "\n")))))
}

// formatting matches the tags that feeds use in titles although titles are plain
// text, and other matches whatever else looks like a tag.
var (
	formatting = regexp.MustCompile(`(?i)^</?(a|abbr|b|big|br|center|cite|del|div|em|font|h[1-6]|hr|i|iframe|img|ins|li|mark|object|ol|p|q|s|script|small|span|strike|strong|style|sub|sup|svg|tt|u|ul|wbr)[\s/>]`)
	other      = regexp.MustCompile(`<[^<]*`)
)

// literal escapes the brackets that open no formatting: "The <Show>" is a name.
func literal(text string) string {
	return other.ReplaceAllStringFunc(text, func(part string) string {
		if formatting.MatchString(part) || strings.HasPrefix(part, "<!--") {
			return part
		}
		return "&lt;" + part[1:]
	})
}

// line returns text on one line, of at most limit characters.
func line(text string, limit int) string {
	text = strings.Join(strings.Fields(plainText(text)), " ")
	if utf8.RuneCountInString(text) > limit {
		return string([]rune(text)[:limit-1]) + "…"
	}
	return text
}

// label returns a plain text of a feed on one line, of at most limit characters.
func label(text string, limit int) string { return line(literal(text), limit) }

// title returns the title of something in a feed on one line.
func title(text string) string { return label(text, maxTitle) }

var stamp = regexp.MustCompile(`^[\s(\[\-–—•*]*((?:\d{1,2}:)?\d{1,3}:\d{2})[\s)\]:.\-–—|]*(.*)$`)

// chaptersInNotes finds lines that begin with a time, if there are at least two
// of them and they are in order.
func chaptersInNotes(notes string) []feed.Chapter {
	list := []feed.Chapter{}
	for text := range strings.SplitSeq(plainText(notes), "\n") {
		found := stamp.FindStringSubmatch(text)
		if found == nil || strings.TrimSpace(found[2]) == "" {
			continue
		}
		at := clockTime(found[1])
		if len(list) > 0 && at <= list[len(list)-1].Start || len(list) == feed.MaxChapters {
			return nil
		}
		list = append(list, feed.Chapter{Start: at, Title: title(found[2])})
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// clockTime parses h:mm:ss.mmm, mm:ss or seconds; negative for anything else.
func clockTime(text string) float64 {
	sum := 0.0
	parts := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, ",", ".")), ":")
	if len(parts) > 3 {
		return -1
	}
	for _, part := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(n >= 0 && n < 1e7) {
			return -1
		}
		sum = sum*60 + n
	}
	return sum
}

const maxSummary = 300 // characters

// Summary returns the beginning of notes as plain text.
func Summary(notes string) string {
	if len(notes) > 8*maxSummary {
		notes = strings.ToValidUTF8(notes[:8*maxSummary], "")
	}
	return line(notes, maxSummary)
}
