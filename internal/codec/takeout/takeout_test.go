package takeout

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// lines is a sink that keeps a line for everything.
type lines []string

func (l *lines) Play(p *Play) error {
	*l = append(*l, fmt.Sprintf("play %s %s %v", p.At.UTC().Format("2006-01-02 15:04:05"), described(&p.Song), p.Listened))
	return nil
}

func (l *lines) Like(s *Song) error {
	*l = append(*l, "like "+described(s))
	return nil
}

func (l *lines) Playlist(p *Playlist) error {
	songs := []string{}
	for i := range p.Songs {
		songs = append(songs, described(&p.Songs[i]))
	}
	*l = append(*l, "list "+p.Name+": "+strings.Join(songs, ", "))
	return nil
}

func described(s *Song) string {
	text := strings.Join([]string{s.Artist, s.Title, s.Album}, "/")
	if s.RecordingID != "" {
		text += "#" + s.RecordingID
	}
	if s.Duration > 0 {
		text += "~" + s.Duration.String()
	}
	return text
}

// read reads files, given as name, content, name, content.
func read(t *testing.T, files ...string) (lines, error) {
	t.Helper()
	var l lines
	r := NewReader(&l)
	for i := 0; i < len(files); i += 2 {
		if err := r.Read(t.Context(), files[i], strings.NewReader(files[i+1]), int64(len(files[i+1]))); err != nil {
			return l, err
		}
	}
	return l, r.Close()
}

// zipped returns an archive of files, given as name, content, name, content.
func zipped(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	spotifyHistory  = `[{"endTime":"2023-05-01 10:03","artistName":"Ana","trackName":"Uno","msPlayed":180000},{"endTime":"2023-05-01 10:04","artistName":"Show","trackName":"","msPlayed":1}]`
	spotifyExtended = `[{"ts":"2023-05-01T10:03:00Z","ms_played":60000,"master_metadata_track_name":"Dos","master_metadata_album_artist_name":"Ben","master_metadata_album_album_name":"Luz","spotify_track_uri":"spotify:track:1"},
		{"ts":"2023-05-01T10:05:00Z","ms_played":5,"master_metadata_track_name":null,"episode_name":"A talk"}]`
	spotifyLibrary  = `{"tracks":[{"artist":"Ana","album":"Sal","track":"Uno","uri":"spotify:track:1"}],"albums":[{"artist":"x","album":"y","uri":"z"}],"bannedTracks":[]}`
	spotifyPlaylist = `{"playlists":[{"name":"Sun","lastModifiedDate":"2023-01-01","items":[{"track":{"trackName":"Uno","artistName":"Ana","albumName":"Sal","trackUri":"u"},"episode":null},{"track":null,"episode":{"episodeName":"x"}}],"description":null}]}`
	brainzListens   = `{"listened_at":1682935200,"track_metadata":{"artist_name":"Ana","track_name":"Uno","release_name":"Sal","additional_info":{"duration_ms":180000},"mbid_mapping":{"recording_mbid":"ABC"}}}` + "\n" +
		`{"listened_at":"1682935500","track_metadata":{"artist_name":"Ben","track_name":"Dos"}}` + "\n"
	lastfmTable  = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n\"1682935200\",\"01 May 2023, 10:00\",\"Ana\",\"\",\"Sal\",\"\",\"Uno, dos\",\"abc\"\n"
	lastfmPages  = `[[{"artist":{"mbid":"","#text":"Ana"},"album":{"#text":"Sal"},"name":"Uno","mbid":"abc","date":{"uts":"1682935200","#text":"x"}},{"artist":{"#text":"Ana"},"name":"Dos","@attr":{"nowplaying":"true"}}]]`
	lastfmAnswer = `{"recenttracks":{"track":[{"artist":{"#text":"Ana"},"album":{"#text":"Sal"},"name":"Uno","date":{"uts":"1682935200"}}],"@attr":{"page":"1"}}}`
	youtubeSongs = "Video ID,Song Title,Album Title,Artist Names 1,Artist Names 2\nabcdefghijk,Uno,Sal,Ana,\n"
	youtubeList  = "ID de vídeo,Marca de tiempo\nabcdefghijk,2023-05-01T10:00:00+00:00\nzzzzzzzzzzz,2023-05-01T10:00:00+00:00\n"
	youtubeWatch = `[{"header":"YouTube Music","title":"Watched Uno","titleUrl":"https://music.youtube.com/watch?v=abcdefghijk","subtitles":[{"name":"Ana - Topic","url":"u"}],"time":"2023-05-01T10:00:00.123Z"},
		{"header":"YouTube","title":"Watched A cat","titleUrl":"x","subtitles":[{"name":"Cats"}],"time":"2023-05-01T10:00:00Z"}]`
)

func TestRead(t *testing.T) {
	for what, c := range map[string]struct{ files, want []string }{
		"Spotify's history":          {[]string{"StreamingHistory_music_0.json", spotifyHistory}, []string{"play 2023-05-01 10:00:00 Ana/Uno/ 3m0s"}},
		"Spotify's extended history": {[]string{"Streaming_History_Audio_2023.json", spotifyExtended}, []string{"play 2023-05-01 10:02:00 Ben/Dos/Luz 1m0s"}},
		"a time that is none":        {[]string{"x.json", `[{"endTime":"yesterday","artistName":"Ana","trackName":"Uno","msPlayed":1000}]`}, []string{"play 0001-01-01 00:00:00 Ana/Uno/ 1s"}},
		"Spotify's library":          {[]string{"YourLibrary.json", spotifyLibrary}, []string{"like Ana/Uno/Sal"}},
		"Spotify's playlists":        {[]string{"Playlist1.json", "\ufeff" + spotifyPlaylist}, []string{"list Sun: Ana/Uno/Sal"}},
		"ListenBrainz":               {[]string{"5.jsonl", brainzListens}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal#abc~3m0s 0s", "play 2023-05-01 10:05:00 Ben/Dos/ 0s"}},
		"ListenBrainz as a list":     {[]string{"listens.json", "[" + strings.Replace(strings.TrimSpace(brainzListens), "\n", ",", 1) + "]"}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal#abc~3m0s 0s", "play 2023-05-01 10:05:00 Ben/Dos/ 0s"}},
		"likes of ListenBrainz":      {[]string{"feedback.jsonl", `{"recording_mbid":"ABC","score":1}` + "\n" + `{"recording_mbid":"def","score":-1}`}, []string{"like //#abc"}},
		"Last.fm":                    {[]string{"x.csv", lastfmTable}, []string{"play 2023-05-01 10:00:00 Ana/Uno, dos/Sal#abc 0s"}},
		"Last.fm without a header":   {[]string{"x.csv", "Ana,Sal,Uno,01 May 2023 10:00\n"}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal 0s"}},
		"Last.fm with semicolons":    {[]string{"x.csv", "Artist;Album;AlbumId;Track;Date#ana\n\"Ana\";\"Sal\";\"\";\"Uno\";\"1682935200000\"\n"}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal 0s"}},
		"Last.fm in pages":           {[]string{"x.json", lastfmPages}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal#abc 0s"}},
		"Last.fm's own answer":       {[]string{"x.json", lastfmAnswer}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal 0s"}},
		"lastfmstats.com":            {[]string{"x.json", `{"username":"ana","scrobbles":[{"track":"Uno","artist":"Ana","album":"Sal","albumId":"","date":1682935200000}]}`}, []string{"play 2023-05-01 10:00:00 Ana/Uno/Sal 0s"}},
		"YouTube":                    {[]string{"Party-videos.csv", youtubeList, "music-library-songs.csv", youtubeSongs}, []string{"like Ana/Uno/Sal", "list Party: Ana/Uno/Sal, /youtube.com/watch?v=zzzzzzzzzzz/"}},
		"YouTube's history":          {[]string{"watch-history.json", youtubeWatch, "Party-videos.csv", youtubeList}, []string{"play 2023-05-01 10:00:00 Ana/Uno/ 0s", "list Party: Ana/Uno/, /youtube.com/watch?v=zzzzzzzzzzz/"}},
		"a table of a playlist":      {[]string{"Sea.csv", "Track URI,Track Name,Album Name,Artist Name(s),Added At\nu,Uno,Sal,Ana,x\nu,Dos,Luz,Ben,x\n"}, []string{"list Sea: Ana/Uno/Sal, Ben/Dos/Luz"}},
		"a table of playlists":       {[]string{"All.csv", "Title,Artist,Playlist name\nUno,Ana,Sun\nDos,Ben,Sea\n"}, []string{"list Sun: Ana/Uno/", "list Sea: Ben/Dos/"}},
		"Latin-1":                    {[]string{"x.csv", "Ana,Sal,Caf\xe9,01 May 2023 10:00\n"}, []string{"play 2023-05-01 10:00:00 Ana/Café/Sal 0s"}},
		"an archive": {
			[]string{"my_spotify_data.zip", zipped(t, "a/Read Me.pdf", "%PDF", "a/Userdata.json", `{"username":"ana"}`, "a/Broken.json", `{"x`, "a/YourLibrary.json", spotifyLibrary, "a/StreamingHistory0.json", spotifyHistory)},
			[]string{"play 2023-05-01 10:00:00 Ana/Uno/ 3m0s", "like Ana/Uno/Sal"},
		},
	} {
		if got, err := read(t, c.files...); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v\n got %q\nwant %q", what, err, got, c.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	for what, content := range map[string]string{
		"nothing": "", "a text": "hello\nworld\n", "an empty list": "[]", "an object": `{"a":1}`, "numbers": "[1,2,[3,[4,[5,[6]]]]]", "a broken list": `[{"endTime":`, "null": "null",
		"an image": "\x89PNG\r\n\x1a\n\x00\x00", "an empty archive": zipped(t), "an archive of others": zipped(t, "a.txt", "x", "b.json", "{}"), "half an archive": zipped(t, "a.json", spotifyHistory)[:40],
		"a deep object": strings.Repeat(`{"recenttracks":`, 100_000), "deep lists": strings.Repeat("[", 100_000), "a list of what is no playlist": `{"playlists":{"a":[]},"tracks":7}`,
	} {
		if got, err := read(t, "x", content); !errors.Is(err, ErrFormat) || len(got) != 0 {
			t.Errorf("%s: %v, %q", what, err, got)
		}
	}
}

func TestDamagedAfterTheBeginning(t *testing.T) {
	for what, content := range map[string]string{
		"a list":     spotifyHistory[:len(spotifyHistory)-1] + ",{",
		"an archive": zipped(t, "a.json", spotifyHistory[:len(spotifyHistory)-1]+",{"),
	} {
		if got, err := read(t, "x", content); !errors.Is(err, ErrFormat) || len(got) == 0 {
			t.Errorf("%s: %v, %q", what, err, got)
		}
	}
}

func TestLongEntriesEndTheReading(t *testing.T) {
	if _, err := read(t, "x.json", `[{"trackName":"`+strings.Repeat("a", maxElement+1<<20)+`"}]`); !errors.Is(err, ErrFormat) {
		t.Errorf("a long text: %v", err)
	}
	long := strings.Repeat("x", 10_000)
	got, err := read(t, "x.csv", "Ana,Sal,"+long+",01 May 2023 10:00\n")
	if err != nil || len(got) != 1 || len(got[0]) > 2*maxText {
		t.Errorf("a long title: %v, %d entries", err, len(got))
	}
}

func TestSinkEndsTheReading(t *testing.T) {
	stop := errors.New("stop")
	for _, files := range [][2]string{{"x.json", spotifyHistory}, {"x.json", spotifyLibrary}, {"x.csv", lastfmTable}, {"x.csv", youtubeSongs}, {"x.zip", zipped(t, "x.json", spotifyHistory)}} {
		err := NewReader(failing{stop}).Read(t.Context(), files[0], strings.NewReader(files[1]), int64(len(files[1])))
		if !errors.Is(err, stop) || errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", files[1][:20], err)
		}
	}
}

type failing struct{ err error }

func (f failing) Play(*Play) error         { return f.err }
func (f failing) Like(*Song) error         { return f.err }
func (f failing) Playlist(*Playlist) error { return f.err }

// checked is a sink that fails the test for what no Reader may pass on.
type checked struct{ t *testing.T }

func (c checked) song(s *Song) {
	for _, text := range []string{s.Title, s.Artist, s.Album, s.RecordingID} {
		if len(text) > maxText || strings.ToValidUTF8(text, "") != text || strings.ContainsRune(text, 0) {
			c.t.Errorf("the text %q", text)
		}
	}
	if s.Duration < 0 {
		c.t.Errorf("the duration %v", s.Duration)
	}
}

func (c checked) Play(p *Play) error {
	if c.song(&p.Song); p.Listened < 0 || p.Listened > 1000*time.Hour {
		c.t.Errorf("listened for %v", p.Listened)
	}
	return nil
}

func (c checked) Like(s *Song) error {
	c.song(s)
	return nil
}

func (c checked) Playlist(p *Playlist) error {
	for i := range p.Songs {
		c.song(&p.Songs[i])
	}
	return nil
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		spotifyHistory, spotifyExtended, spotifyLibrary, spotifyPlaylist, brainzListens, lastfmTable, lastfmPages, lastfmAnswer, youtubeSongs, youtubeList, youtubeWatch,
		zipped(f, "a.json", spotifyHistory, "b.csv", youtubeList),
	} {
		f.Add("x.jsonl", s)
		f.Add("x", s)
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		r := NewReader(checked{t})
		if err := r.Read(t.Context(), name, strings.NewReader(content), int64(len(content))); err != nil && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestBombs refuses archives of little that unpack to much, and stops with the context.
func TestBombs(t *testing.T) {
	bomb := zipped(t, "StreamingHistory0.json", strings.Repeat(" ", 8<<20))
	if _, err := read(t, "x.zip", bomb); !errors.Is(err, ErrTooLarge) {
		t.Errorf("whitespace: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, content := range map[string]string{"x.zip": zipped(t, "StreamingHistory0.json", spotifyHistory), "StreamingHistory0.json": spotifyHistory} {
		var l lines
		if err := NewReader(&l).Read(ctx, name, strings.NewReader(content), int64(len(content))); !errors.Is(err, context.Canceled) || len(l) > 0 {
			t.Errorf("%s after the end: %v, %q", name, err, l)
		}
	}
}
