package relay

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"

	"sonora/internal/codec/text"
)

var plsFile = regexp.MustCompile(`(?im)^\s*file\d*\s*=\s*(\S+)\s*$`)

// entriesOf returns the URLs in a playlist, in order and without duplicates.
func entriesOf(k kind, list []byte) []string {
	content := text.Decode(list)
	var found []string
	switch k {
	case aPLS:
		for _, m := range plsFile.FindAllStringSubmatch(content, -1) {
			found = append(found, m[1])
		}
	case anXSPF:
		found = locations(content)
	default:
		for line := range strings.Lines(content) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				found = append(found, line)
			}
		}
	}
	var once []string
	for _, entry := range found {
		if !slices.Contains(once, entry) {
			once = append(once, entry)
		}
	}
	return once
}

// locations returns the URLs in an XSPF or ASX playlist.
func locations(text string) []string {
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict = false
	var found []string
	inside := ""
	for len(found) < maxEntries {
		token, err := decoder.Token()
		if err != nil {
			return found
		}
		switch t := token.(type) {
		case xml.StartElement:
			inside = strings.ToLower(t.Name.Local)
			for _, a := range t.Attr {
				if inside == "ref" && strings.EqualFold(a.Name.Local, "href") {
					found = append(found, strings.TrimSpace(a.Value))
				}
			}
		case xml.EndElement:
			inside = ""
		case xml.CharData:
			if address := strings.TrimSpace(string(t)); inside == "location" && address != "" {
				found = append(found, address)
			}
		}
	}
	return found
}
