package listen

import (
	"strings"
	"unicode/utf8"

	"sonora/internal/station"
)

// noNews is an ICY block without a title: the previous one stays.
var noNews = []byte{0}

const (
	metaUnit  = 16
	maxMeta   = 255 * metaUnit
	metaName  = "StreamTitle='"
	metaQuote = "';"
)

// metaBlock returns an ICY metadata block: its length in units of 16 bytes, the
// title, and zero padding.
func metaBlock(title *station.StreamTitle) []byte {
	text := ""
	if title != nil {
		text = strings.ReplaceAll(oneLine(title.String()), metaQuote, "' ;") // players stop at the first quote and semicolon
	}
	if limit := maxMeta - len(metaName) - len(metaQuote); len(text) > limit {
		for !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit]
	}
	text = metaName + text + metaQuote
	units := (len(text) + metaUnit - 1) / metaUnit
	block := make([]byte, 1+units*metaUnit)
	block[0] = byte(units)
	copy(block[1:], text)
	return block
}

// oneLine removes characters that would end a header or a title.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}
