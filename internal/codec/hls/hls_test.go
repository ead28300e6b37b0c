package hls

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/codec/id3"
)

func TestString(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 600e6, time.FixedZone("", 3600))
	live := &Playlist{
		Version: 6, Target: 6 * time.Second, Sequence: 41, Discontinuities: 2,
		Segments: []Segment{
			{URI: "41.mp3?t=x", Length: 4 * time.Second, Start: at, Ranges: []DateRange{
				{ID: "41-0", Class: "title", Start: at, Attributes: []Attribute{{"X-TITLE", "Say \"A\"\n"}, {"X-ARTIST", "Ana"}}},
			}},
			{URI: "42.mp3", Length: 4010 * time.Millisecond, IsDiscontinuity: true},
		},
	}
	vod := &Playlist{
		Version: 3, Target: 5994666666, IsVOD: true, HasEnded: true,
		Segments: []Segment{{URI: "0.aac", Length: 5994666666}, {URI: "1.aac", Length: time.Second}},
	}
	for want, p := range map[string]*Playlist{
		`#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:41
#EXT-X-DISCONTINUITY-SEQUENCE:2
#EXT-X-PROGRAM-DATE-TIME:2026-01-02T02:04:05.600Z
#EXT-X-DATERANGE:ID="41-0",CLASS="title",START-DATE="2026-01-02T02:04:05.600Z",END-ON-NEXT=YES,X-TITLE="Say 'A' ",X-ARTIST="Ana"
#EXTINF:4.000,
41.mp3?t=x
#EXT-X-DISCONTINUITY
#EXTINF:4.010,
42.mp3
`: live,
		`#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:6
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MEDIA-SEQUENCE:0
#EXTINF:5.99467,
0.aac
#EXTINF:1.000,
1.aac
#EXT-X-ENDLIST
`: vod,
		"#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:0\n": {Version: 6, Target: 6 * time.Second},
	} {
		if got := p.String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Playlist{
			Version: 6, Target: time.Duration(rapid.IntRange(1, maxTarget).Draw(t, "target")) * time.Second,
			Sequence: rapid.Int64Min(0).Draw(t, "sequence"), HasEnded: rapid.Bool().Draw(t, "ended"),
		}
		for i := range rapid.IntRange(0, 20).Draw(t, "segments") {
			p.Segments = append(p.Segments, Segment{
				URI:    fmt.Sprintf("%d.aac?t=%s", i, rapid.StringMatching("[a-z#,=]{0,9}").Draw(t, "ticket")),
				Length: time.Duration(rapid.Int64Range(1, maxLength*1000-1).Draw(t, "length")) * time.Millisecond,
			})
		}
		got := Parse([]byte(p.String()))
		if got.Target != p.Target || got.Sequence != p.Sequence || got.HasEnded != p.HasEnded || len(got.Segments) != len(p.Segments) {
			t.Fatalf("%+v became %+v", p, got)
		}
		for i, s := range got.Segments {
			if want := p.Segments[i]; s.URI != want.URI || (s.Length-want.Length).Abs() > time.Microsecond {
				t.Fatalf("%+v became %+v", want, s)
			}
		}
	})
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		list string
		want Playlist
	}{
		"by a broadcaster": {
			"#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXT-X-MEDIA-SEQUENCE:100\r\n#EXT-X-MAP:URI=\"init.mp4\"\r\n#EXTINF:5.9,Ana - Dawn\r\n../a.m4s\r\n#EXTINF:x\r\nb\r\n#EXT-X-ENDLIST\r\n",
			Playlist{Target: 6 * time.Second, Sequence: 100, Map: "init.mp4", HasEnded: true, Segments: []Segment{{URI: "../a.m4s", Length: 5900 * time.Millisecond}, {URI: "b"}}},
		},
		"encrypted":         {"#EXT-X-KEY:METHOD=AES-128,URI=\"k,k\"\na", Playlist{IsEncrypted: true, Segments: []Segment{{URI: "a"}}}},
		"no longer":         {"#EXT-X-KEY:METHOD=AES-128\n#EXT-X-KEY:METHOD=NONE\na", Playlist{Segments: []Segment{{URI: "a"}}}},
		"absurd numbers":    {"#EXT-X-TARGETDURATION:999999999999\n#EXT-X-MEDIA-SEQUENCE:-5\n#EXTINF:1e300\na", Playlist{Segments: []Segment{{URI: "a"}}}},
		"negative length":   {"#EXTINF:-1,x\na", Playlist{Segments: []Segment{{URI: "a"}}}},
		"similar tag names": {"#EXTINFO:5\n#EXT-X-KEY\n#EXT-X-MAPS:URI=\"x\"\na", Playlist{Segments: []Segment{{URI: "a"}}}},
	} {
		got := Parse([]byte(c.list))
		if got.String() != c.want.String() || got.Map != c.want.Map || got.IsEncrypted != c.want.IsEncrypted {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	if huge := Parse([]byte(strings.Repeat("a\n", 2*MaxSegments))); len(huge.Segments) != MaxSegments {
		t.Errorf("%d segments", len(huge.Segments))
	}
}

func TestVariants(t *testing.T) {
	got := Variants([]byte(`#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y",URI="audio.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="inside the variant"
#EXT-X-MEDIA:TYPE=SUBTITLES,URI="text.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360
film.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="mp4a.40.2, avc1.4d"
film-too.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"

# a comment between
sound.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=x
unknown.m3u8
not-announced.m3u8
`))
	want := []Variant{
		{URI: "audio.m3u8"}, {"film.m3u8", 900_000, true}, {"film-too.m3u8", 800_000, true}, {"sound.m3u8", 128_000, false}, {URI: "unknown.m3u8"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestTimeTag(t *testing.T) {
	const second = 90_000
	tag := TimeTag(1<<33 + 3*second) // the clock has 33 bits
	var bodies []string
	id3.Each(bytes.Clone(tag), func(id string, content []byte) { bodies = append(bodies, id+string(content)) })
	if want := "PRIVcom.apple.streaming.transportStreamTimestamp\x00\x00\x00\x00\x00\x00\x04\x1e\xb0"; len(bodies) != 1 || bodies[0] != want {
		t.Errorf("%q", bodies)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:100\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:5.9,Ana\na.aac\n#EXT-X-ENDLIST\n"))
	f.Add([]byte("#EXT-X-MEDIA:TYPE=AUDIO,URI=\"a\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1,mp4a\"\nv.m3u8\n"))
	f.Add([]byte("#EXT-X-KEY:METHOD=AES-128,=,\"=\",URI=\"\n"))
	f.Fuzz(func(t *testing.T, list []byte) {
		p := Parse(list)
		if p.Target < 0 || p.Sequence < 0 || len(p.Segments) > MaxSegments {
			t.Errorf("%+v", p)
		}
		for _, s := range p.Segments {
			if s.URI == "" || s.URI[0] == '#' || s.Length < 0 || s.Length > maxLength*time.Second {
				t.Errorf("%+v", s)
			}
		}
		again := Parse([]byte(p.String()))
		if len(again.Segments) != len(p.Segments) || again.Sequence != p.Sequence || again.HasEnded != p.HasEnded {
			t.Errorf("%+v became %+v", p, again)
		}
		for _, v := range Variants(list) {
			if v.URI == "" {
				t.Errorf("%+v", v)
			}
		}
	})
}
