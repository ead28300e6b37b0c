package playout

import (
	"context"
	"errors"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// sentence returns the part of an error that people may read.
func sentence(err error) music.Message {
	if e, ok := errors.AsType[*music.Error](err); ok {
		return e.Detail
	}
	if errors.Is(err, context.Canceled) {
		return music.Say("The connection ended.")
	}
	return music.Say("The connection broke.")
}

// codecName returns the name of a codec for people.
func codecName(c frame.Codec) string {
	names := map[frame.Codec]string{
		frame.MP3: "MP3", frame.AAC: "AAC", frame.Opus: "Opus", frame.Vorbis: "Vorbis", frame.OggFLAC: "FLAC", frame.FLAC: "FLAC", frame.WebM: "WebM",
	}
	return names[c]
}

// lossMessage returns the log entry of a source whose connection failed.
func lossMessage(who music.Message, why error) music.Message {
	return music.Say("%s was lost: %s", who, sentence(why))
}

// disconnection returns the log entry of a source that people disconnected.
func disconnection(who music.Message, why error) music.Message {
	return music.Say("%s was disconnected: %s", who, sentence(why))
}

// whyFailed returns why an item cannot be played, for people; zero if the error
// tells them nothing.
func whyFailed(err error) music.Message {
	if errors.Is(err, mix.ErrSilent) {
		return music.Say("Its file is silent.")
	}
	if errors.Is(err, mix.ErrSlow) {
		return music.Say("This machine or its storage is too slow to read it.")
	}
	return music.Message{}
}

// sourceGone is why a station is off air whose source did not come back within
// maxHold. It stays on the station's page for as long as nobody is on air.
var sourceGone = music.Say("The source has been gone for more than 5 minutes.")

// displayTitle prepares a title from an untrusted source for listeners and the
// history: each part becomes one line of at most maxTitle characters.
func displayTitle(t station.StreamTitle) station.StreamTitle {
	return station.StreamTitle{Artist: displayLine(t.Artist), Title: displayLine(t.Title)}
}

func displayLine(text string) string { return music.Shorten(music.OneLine(text, 0), maxTitle) }
