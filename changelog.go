// Package sonora embeds the changelog.
package sonora

import (
	_ "embed" // for the changelog
	"regexp"
	"strings"
	"sync"
)

//go:embed CHANGELOG.md
var changelog string

// Release is the set of changes in a version.
type Release struct {
	Version string // such as 1.2.0, or a name
	Date    string // YYYY-MM-DD, "" if undated
	Notes   []Note
}

// Note is one change, in plain English.
type Note struct {
	Area string // the heading above it, "" for none
	Text string
}

// Releases returns all releases, newest first.
var Releases = sync.OnceValue(func() []Release { return parse(changelog) })

var dated = regexp.MustCompile(`^(.*?)\s*[-–—(,]*\s*(\d{4}-\d{2}-\d{2})\)?$`)

// parse parses a changelog: second-level headings are versions, third-level
// headings are areas, and every paragraph and list item is a note.
func parse(text string) []Release {
	var releases []Release
	area, open := "", false
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			releases, area, open = append(releases, release(heading)), "", false
			continue
		}
		if len(releases) == 0 {
			continue
		}
		r := &releases[len(releases)-1]
		item, isItem := strings.CutPrefix(line, "- ")
		switch {
		case strings.HasPrefix(line, "### "):
			area, open = plain(line[4:]), false
		case line == "":
			open = false
		case isItem || !open:
			r.Notes, open = append(r.Notes, Note{area, plain(item)}), true
		default:
			r.Notes[len(r.Notes)-1].Text += " " + plain(line)
		}
	}
	return releases
}

func release(heading string) Release {
	heading = strings.Trim(plain(heading), "[]")
	if found := dated.FindStringSubmatch(heading); found != nil {
		return Release{Version: strings.Trim(found[1], "[] "), Date: found[2]}
	}
	return Release{Version: heading}
}

var link = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)

// plain removes Markdown markup.
func plain(text string) string {
	return strings.TrimSpace(strings.NewReplacer("**", "", "`", "").Replace(link.ReplaceAllString(text, "$1")))
}
