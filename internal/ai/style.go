package ai

import (
	"sonora/internal/ai/compose/style"
	"sonora/internal/music"
)

// translated are the names of styles that Spanish does not share with English, as the files
// of the styles have them.
var translated = map[string]music.Message{
	"celtic": music.Say("Celtic"), "cinematic": music.Say("Cinematic"), "classical-piano": music.Say("Classical"), "gospel": music.Say("Gospel"),
	"meditation": music.Say("Meditation"), "metal": music.Say("Hard rock and metal"), "minimal": music.Say("Minimal techno"),
	"progressive-house": music.Say("Progressive house"), "reggaeton": music.Say("Reggaeton"), "waltz": music.Say("Waltz"),
}

// styleOf returns the name of a style as each language has it.
func styleOf(name string) music.Message {
	if m, ok := translated[name]; ok {
		return m
	}
	if s := style.Named(name); s != nil {
		return music.Verbatim(s.Label.English)
	}
	return music.Verbatim(name)
}
