package playout

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
	"sonora/internal/words"
)

// TestTheLogInBothLanguages has a DJ and a track whose names look like
// placeholders.
func TestTheLogInBothLanguages(t *testing.T) {
	named := &live{Source: Source{DJ: "{} %s", Client: "%d {0}"}, queue: newQueue("", time.Now())}
	named.queue.codec = frame.MP3
	unknown := &live{queue: newQueue("", time.Now())}
	unknown.queue.codec = frame.OggFLAC
	errRemoved := music.NewError(music.Forbidden, "The DJ was removed.")
	for _, c := range []struct {
		m                music.Message
		english, spanish string
	}{
		{named.arrival(), "{} %s connected with %d {0} and sends MP3.", "{} %s se conectó con %d {0} y envía MP3."},
		{unknown.arrival(), "Somebody connected and sends FLAC.", "Alguien se conectó y envía FLAC."},
		{named.describe(), "{} %s with %d {0}, MP3", "{} %s con %d {0}, MP3"},
		{unknown.describe(), "Somebody, FLAC", "Alguien, FLAC"},
		{silence(12*time.Second, named.whom()), "Silence for 12 seconds from {} %s.", "Silencio de 12 segundos de {} %s."},
		{silence(12*time.Second, unknown.whom()), "Silence for 12 seconds from somebody.", "Silencio de 12 segundos de alguien."},
		{lossMessage(named.who(), ErrHung), "{} %s was lost: Nothing came for half a minute.", "{} %s perdió la conexión: No llegó nada durante medio minuto."},
		{lossMessage(unknown.who(), errors.New("EOF")), "Somebody was lost: The connection broke.", "Alguien perdió la conexión: Se cortó la conexión."},
		{disconnection(named.who(), ErrDisconnected), "{} %s was disconnected: Somebody ended the broadcast by hand.", "{} %s quedó fuera de antena: Alguien terminó la emisión a mano."},
		{disconnection(unknown.who(), errRemoved), "Somebody was disconnected: The DJ was removed.", "Alguien quedó fuera de antena: El DJ se quitó de la emisora."},
		{chosen(&Choice{Artist: "{}", Title: "%s", Words: music.Say("“%s” plays every %d minutes.", "%d", 1)}), "“{} - %s”: “%d” plays every minute.", "«{} - %s»: «%d» suena cada minuto."},
	} {
		m := music.DecodeMessage(c.m.Encode())
		if en, es := words.Render("en", m), words.Render("es", m); en != c.english || es != c.spanish {
			t.Errorf("%q\n%q", en, es)
		}
	}
}

// TestTitlesKeepJoiners sends a name that is written with a joiner, and an emoji that
// consists of two.
func TestTitlesKeepJoiners(t *testing.T) {
	got := displayTitle(station.StreamTitle{Artist: " \u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u0645\n", Title: "\U0001f469\u200d\U0001f3a4\u202e " + strings.Repeat("a", maxTitle)})
	want := station.StreamTitle{Artist: "\u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u0645", Title: "\U0001f469\u200d\U0001f3a4 " + strings.Repeat("a", maxTitle-4) + "…"}
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
