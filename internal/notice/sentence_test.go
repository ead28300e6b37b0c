package notice_test

import (
	"testing"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/words"
)

func TestSentence(t *testing.T) {
	for _, c := range []struct {
		kind   notice.Kind
		data   notice.Data
		en, es string
	}{
		{notice.NoticeAnnouncement, notice.Data{What: "Not found."}, "Not found.", "Not found."},
		{notice.NoticeNewMusic, notice.Data{What: "Nina", Count: 1}, "Nina: a new track.", "Nina: una canción nueva."},
		{notice.NoticeNewMusic, notice.Data{What: "{}", Count: 12}, "{}: 12 new tracks.", "{}: 12 canciones nuevas."},
		{notice.NoticePlaylistChange, notice.Data{Who: "Ada", What: "Run %s", Count: 3}, "Ada added 3 tracks to Run %s.", "Ada añadió 3 canciones a Run %s."},
		{notice.NoticePlaylistChange, notice.Data{What: "Run"}, "A track was added to Run.", "Se añadió una canción a Run."},
		{notice.NoticePlaylistJoined, notice.Data{What: "Run"}, "Somebody joined your playlist Run.", "Alguien se unió a tu lista Run."},
		{notice.NoticeNewFollower, notice.Data{Who: "{what}", What: "no"}, "{what} follows you.", "{what} te sigue."},
		{notice.NoticeNewFollower, notice.Data{}, "Somebody follows you.", "Alguien te sigue."},
		{notice.NoticeNewPlaylist, notice.Data{Who: "Ada", What: "Run"}, "Ada made a playlist: Run.", "Ada creó una lista: Run."},
		{notice.NoticeNewPlaylist, notice.Data{What: "Run"}, "Somebody you follow made a playlist: Run.", "Alguien a quien sigues creó una lista: Run."},
		{notice.NoticeNewEpisode, notice.Data{Who: "Tea", What: "One", Count: 1}, "Tea: One", "Tea: One"},
		{notice.NoticeNewEpisode, notice.Data{Who: "Tea", What: "One", Count: 2}, "Tea: 2 new episodes.", "Tea: 2 episodios nuevos."},
		{notice.NoticeStationTrouble, notice.Data{Who: "Wave", What: music.Say("Choose one of %s.", "{}").Encode()}, "Wave: Choose one of {}.", "Wave: Elige uno de estos valores: {}."},
		{notice.NoticeStationTrouble, notice.Data{Who: "Wave", What: "100% of an earlier release."}, "Wave: 100% of an earlier release.", "Wave: 100% of an earlier release."},
		{notice.NoticeTrackApproved, notice.Data{What: "{dawn}"}, "Everybody can now hear {dawn}.", "Ya todo el mundo puede escuchar {dawn}."},
		{
			notice.NoticeTrackHeld,
			notice.Data{What: "Dawn"},
			"Dawn sounds like music that AI made here and that no operator has approved. Only you hear it until an operator approves it.",
			"Dawn suena como música que una IA hizo aquí y que ningún operador ha aprobado. Solo tú la oyes hasta que un operador la apruebe.",
		},
		{notice.NoticeTrackRejected, notice.Data{What: "Dawn"}, "Dawn was not published. You can still hear it.", "Dawn no se ha publicado. Tú puedes seguir escuchándola."},
		{notice.NoticeTrackRejected, notice.Data{What: "Dawn", Why: "100% loud"}, "Dawn was not published: 100% loud", "Dawn no se ha publicado: 100% loud"},
		{"of-tomorrow", notice.Data{What: "Something %d"}, "Something %d", "Something %d"},
	} {
		n := &notice.Notification{Kind: c.kind, Data: c.data}
		if got := words.Render("en", n.Sentence()); got != c.en {
			t.Errorf("%s %+v: %q, want %q", c.kind, c.data, got, c.en)
		}
		if got := words.Render("es", n.Sentence()); got != c.es {
			t.Errorf("%s %+v: %q, want %q", c.kind, c.data, got, c.es)
		}
		if title := c.kind.Title(); title.IsZero() != (c.kind == "of-tomorrow") || !title.IsZero() && words.Render("es", title) == title.String() {
			t.Errorf("%s has the title %q", c.kind, title)
		}
	}
}
