package autodj

import (
	"encoding/json"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// TestReasonsInBothLanguages stores every reason, with a playlist whose name
// looks like a placeholder, and reads it in both languages.
func TestReasonsInBothLanguages(t *testing.T) {
	const name = "{} %s: 100%"
	p := &planner{Input: Input{Rules: Rules{Options: station.Options{AlbumMinutes: 60, ArtistMinutes: 1, TitleMinutes: 90}}}}
	of := func(b breach, apart time.Duration) music.Message {
		return p.reason(&choice{source: &source{pool: Pool{Name: name}}, verdict: verdict{breach: b, apart: apart}})
	}
	between := func(l station.Playlist) music.Message { return p.reasonBetween(&l, name) }
	for _, c := range []struct {
		reason           music.Message
		rule             string
		english, spanish string
	}{
		{of(none, 0), "", "Next in the shuffle of “{} %s: 100%”.", "La siguiente del orden aleatorio de «{} %s: 100%»."},
		{of(recent, 0), "", "Every other song in “{} %s: 100%” was played more recently.", "Todas las demás canciones de «{} %s: 100%» han sonado más recientemente."},
		{of(album, time.Minute), ruleAlbum, "Nothing else in “{} %s: 100%” keeps 60 minutes between two tracks of one album. This one leaves 1 minute.", "Nada más en «{} %s: 100%» deja 60 minutos entre dos canciones de un mismo álbum: ahora hay 1 minuto."},
		{of(artist, 0), ruleArtist, "Nothing else in “{} %s: 100%” keeps 1 minute between two tracks of one artist. This one leaves 0 minutes.", "Nada más en «{} %s: 100%» deja 1 minuto entre dos canciones de un mismo artista: ahora hay 0 minutos."},
		{of(title, time.Hour), ruleTitle, "Nothing else in “{} %s: 100%” keeps 90 minutes between two tracks of one title. This one leaves 60 minutes.", "Nada más en «{} %s: 100%» deja 90 minutos entre dos canciones con el mismo título: ahora hay 60 minutos."},
		{of(repeat, 0), ruleRepeat, "“{} %s: 100%” has no other track to play.", "«{} %s: 100%» no tiene otra canción que poner."},
		{between(station.Playlist{Role: station.RoleJingle, EverySongs: 1}), "", "“{} %s: 100%” plays after every song.", "«{} %s: 100%» suena después de cada canción."},
		{between(station.Playlist{Role: station.RoleJingle, EverySongs: 4}), "", "“{} %s: 100%” plays after every 4 songs.", "«{} %s: 100%» suena cada 4 canciones."},
		{between(station.Playlist{Role: station.RoleIdent, EveryMinutes: 1}), "", "“{} %s: 100%” plays every minute.", "«{} %s: 100%» suena cada minuto."},
		{between(station.Playlist{Role: station.RoleHourly, Minute: 30}), "", "“{} %s: 100%” plays every hour at minute 30.", "«{} %s: 100%» suena cada hora en el minuto 30."},
		{between(station.Playlist{Role: station.RoleVoice}), "", "“{} %s: 100%” is spoken over the next song.", "«{} %s: 100%» se oye sobre la canción siguiente."},
	} {
		stored, err := json.Marshal(station.Slot{Reason: c.reason})
		var slot station.Slot
		if err == nil {
			err = json.Unmarshal(stored, &slot)
		}
		if err != nil || slot.Reason.Code != c.rule {
			t.Errorf("%q: rule %q, %v", c.english, slot.Reason.Code, err)
		}
		for _, m := range []music.Message{c.reason, slot.Reason} {
			if en, es := words.Render("en", m), words.Render("es", m); en != c.english || es != c.spanish {
				t.Errorf("%q\n%q", en, es)
			}
		}
	}
}

// TestQueueOfAnEarlierRelease reads a slot whose reason is a complete sentence.
func TestQueueOfAnEarlierRelease(t *testing.T) {
	q := readQueue(`{"slots":[{"id":"a","reason":"“{} 100%” is spoken over the next song."}]}`)
	if len(q.Slots) != 1 || words.Render("en", q.Slots[0].Reason) != "“{} 100%” is spoken over the next song." {
		t.Errorf("%+v", q.Slots)
	}
}
