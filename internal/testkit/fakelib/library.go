package fakelib

import (
	"embed"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/music"
)

//go:embed testdata
var samples embed.FS

// Expected is the expected result of scanning a generated library.
type Expected struct {
	Tracks   []Track                      // by path
	Problems map[string]music.ProblemKind // by path
	Albums   []string                     // titles, sorted
	Artists  []string                     // names, sorted
	Ignored  []string                     // audio files that a scan must not find
}

// Track is the expected result of scanning one file.
type Track struct {
	Path     string // relative to the root, as bytes on disk
	Title    string
	Artist   string // as displayed
	Album    string
	Format   music.AudioFormat
	HasCover bool
	Lyrics   music.LyricsKind // "" for none
}

// builder writes a library and records the expected result.
type builder struct {
	t    testing.TB
	root string
	want Expected
}

// Build writes the whole library below root.
func Build(t testing.TB, root string) *Expected {
	t.Helper()
	b := &builder{t: t, root: root, want: Expected{Problems: map[string]music.ProblemKind{}}}
	b.formats()
	b.album()
	b.discs()
	b.compilation()
	b.loose()
	b.names()
	b.broken()
	b.ignored()
	b.want.Albums = []string{"Every Format", "First Light", "Odd Names", "Summer Hits", "Two Discs"}
	b.want.Artists = []string{"Ada", "Ben", "Cleo", "Señor Ñu", "The Formats", "Various Artists"}
	return &b.want
}

func (b *builder) write(path string, data []byte, want Track) {
	b.t.Helper()
	Write(b.t, b.root, path, data)
	want.Path = path
	b.want.Tracks = append(b.want.Tracks, want)
}

// formats writes an album with a file in each format.
func (b *builder) formats() {
	const album, artist = "Every Format", "The Formats"
	song := func(title string, n int) Song {
		return Song{
			Title: title, Artists: []string{artist}, Album: album, Genres: []string{"Rock"},
			Number: n, Year: 2004, Sound: uint64(n),
		}
	}
	want := func(title string, format music.AudioFormat) Track {
		return Track{Title: title, Artist: artist, Album: album, Format: format}
	}
	b.write("formats/01.mp3", song("MP3 song", 1).MP3(), want("MP3 song", music.MP3))
	b.write("formats/02.flac", song("FLAC song", 2).FLAC(), want("FLAC song", music.FLAC))
	b.write("formats/04.ogg", sample("tone.ogg"), want("Vorbis song", music.Vorbis))
	b.write("formats/05.opus", sample("tone.opus"), want("Opus song", music.Opus))
	b.write("formats/06.m4a", sample("tone-aac.m4a"), want("AAC song", music.AAC))
	b.write("formats/07.m4a", sample("tone-alac.m4a"), want("ALAC song", music.ALAC))
	b.write("formats/08.wav", sample("tone.wav"), want("WAV song", music.WAV))
	b.write("formats/09.aiff", sample("tone.aiff"), want("AIFF song", music.AIFF))
	b.write("untagged/raw stream.aac", sample("tone.aac"), Track{Title: "raw stream", Format: music.AAC})
}

// album writes an album with an embedded cover, each kind of lyrics and a guest
// artist.
func (b *builder) album() {
	const dir, album = "Ada/First Light/", "First Light"
	song := Song{Artists: []string{"Ada"}, Album: album, Year: 2019, Genres: []string{"Folk", "Ambient"}, Cover: Cover(1)}
	want := Track{Artist: "Ada", Album: album, Format: music.MP3, HasCover: true}

	song.Title, song.Number, song.Sound, song.Lyrics = "Dawn", 1, 101, "Words without times"
	want.Title, want.Lyrics = "Dawn", music.PlainLyrics
	b.write(dir+"01 Dawn.mp3", song.MP3(), want)

	song.Title, song.Number, song.Sound = "Noon", 2, 102
	want.Title, want.Lyrics = "Noon", music.SyncedLyrics
	b.write(dir+"02 Noon.mp3", song.MP3(), want)
	Write(b.t, b.root, dir+"02 Noon.lrc", []byte("[00:00.10]High\n[00:00.30]sun\n"))

	song.Title, song.Number, song.Sound, song.Lyrics = "Dusk", 3, 103, ""
	song.Artists = []string{"Ada", "Ben"}
	want.Title, want.Artist, want.Lyrics = "Dusk", "Ada, Ben", ""
	b.write(dir+"03 Dusk.mp3", song.MP3(), want)
}

// discs writes an album of two discs with one picture in the parent folder.
func (b *builder) discs() {
	const dir, album = "Ben/Two Discs/", "Two Discs"
	song := Song{Artists: []string{"Ben"}, AlbumArtists: []string{"Ben"}, Album: album, Year: 1999, Number: 1}
	want := Track{Artist: "Ben", Album: album, Format: music.MP3, HasCover: true}
	Write(b.t, b.root, dir+"cover.jpg", Cover(2))

	song.Title, song.Disc, song.Sound = "Side one", 1, 201
	want.Title = "Side one"
	b.write(dir+"CD1/01.mp3", song.MP3(), want)
	song.Title, song.Disc, song.Sound = "Side two", 2, 202
	want.Title = "Side two"
	b.write(dir+"CD2/01.mp3", song.MP3(), want)
}

func (b *builder) compilation() {
	const dir, album = "Summer Hits/", "Summer Hits"
	for i, artist := range []string{"Ada", "Ben", "Cleo"} {
		song := Song{
			Title: "Hit of " + artist, Artists: []string{artist}, AlbumArtists: []string{"Various Artists"}, Album: album,
			Compilation: true, Number: i + 1, Year: 2021, Sound: uint64(301 + i),
		}
		b.write(dir+artist+".mp3", song.MP3(), Track{Title: song.Title, Artist: artist, Album: album, Format: music.MP3})
	}
}

// loose writes songs without an album, one of them without tags.
func (b *builder) loose() {
	b.write("single.mp3", Song{Title: "Single", Artists: []string{"Cleo"}, Sound: 401}.MP3(),
		Track{Title: "Single", Artist: "Cleo", Format: music.MP3})
	b.write("untagged/No tags at all.mp3", Song{Sound: 402}.MP3(), Track{Title: "No tags at all", Format: music.MP3})
}

// names writes songs at paths that break naive code.
func (b *builder) names() {
	const album, artist = "Odd Names", "Señor Ñu"
	long := strings.Repeat("ñ", 125) // 250 bytes, 254 with the suffix
	for i, path := range []string{
		"names/Beyonc\u00e9.mp3",         // composed
		"names/Beyonce\u0301.mp3",        // decomposed: a different file
		"names/🎧🌊 four bytes 𝄞.mp3",      //
		"names/new\nline\ttab.mp3",       //
		"names/latin-1 caf\xe9.mp3",      // not UTF-8
		"names/quote' \" % _ * ? \\.mp3", //
		"names/  spaces  .mp3",           //
		"names/-dash.MP3",                //
		"names/" + long + ".mp3",         //
		"names/\u202eright to left\u202c/עברית.mp3",
		"names/" + strings.Repeat(strings.Repeat("deep", 50)+"/", 6) + "end.mp3", // above 1,000 bytes
	} {
		song := Song{
			Title: "Odd " + string(rune('A'+i)), Artists: []string{artist}, AlbumArtists: []string{artist}, Album: album,
			Number: i + 1, Sound: uint64(501 + i),
		}
		b.write(path, song.MP3(), Track{Title: song.Title, Artist: artist, Album: album, Format: music.MP3})
	}
}

// broken writes files that are not songs.
func (b *builder) broken() {
	song := Song{Title: "Never shown", Artists: []string{"Nobody"}, Album: "Never", Sound: 601}
	flac, m4a := song.FLAC(), sample("tone-aac.m4a")
	for _, f := range []struct {
		name string
		data []byte
		kind music.ProblemKind
	}{
		{"empty.mp3", nil, music.EmptyFile},
		{"empty.flac", nil, music.EmptyFile},
		{"zeros.mp3", make([]byte, 20_000), music.NotAudio},
		{"zeros.m4a", make([]byte, 20_000), music.NotAudio},
		{"text.mp3", []byte(strings.Repeat("This is a shopping list.\n", 200)), music.NotAudio},
		{"text.ogg", []byte(strings.Repeat("This is a shopping list.\n", 200)), music.NotAudio},
		{"picture.mp3", Cover(3), music.NotAudio},
		{"picture.flac", Cover(4), music.NotAudio},
		{"cut in the header.flac", flac[:30], music.TruncatedFile},
		{"cut.m4a", m4a[:len(m4a)/2], music.TruncatedFile},
	} {
		Write(b.t, b.root, "broken/"+f.name, f.data)
		b.want.Problems["broken/"+f.name] = f.kind
	}
	if err := os.Symlink("nowhere.mp3", filepath.Join(b.root, "broken", "dangling.mp3")); err != nil {
		b.t.Fatal(err)
	}
	b.want.Problems["broken/dangling.mp3"] = music.UnreadableFile
}

// ignored writes audio that a scan must skip, and symbolic links that form a
// cycle.
func (b *builder) ignored() {
	hidden := Song{Title: "Hidden", Sound: 701}.MP3()
	for _, path := range []string{".hidden.mp3", ".trash/a.mp3", "private/a.mp3", "private/below/a.mp3", "Ada/._01 Dawn.mp3"} {
		Write(b.t, b.root, path, hidden)
		b.want.Ignored = append(b.want.Ignored, path)
	}
	Write(b.t, b.root, "private/.sonoraignore", nil)
	Write(b.t, b.root, "Ada/notes.txt", []byte("not audio by its name"))
	for name, target := range map[string]string{"loop": ".", "Ada/up": "..", "again": "Ada"} {
		if err := os.Symlink(target, filepath.Join(b.root, filepath.FromSlash(name))); err != nil {
			b.t.Fatal(err)
		}
	}
}
