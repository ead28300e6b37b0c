package words

// counted are the messages with another sentence for one thing, by language.
// Package plural chooses by the number.
var counted = map[string]map[string]forms{
	"en": {},
	"es": {},
}
