package mp4_test

import (
	"encoding/binary"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"sonora/internal/codec/mp4"
)

const manifest = `{"mastering_dsp":{"compressor":{"enabled":true,"ratio":3},"limiter":{"enabled":false}},"version":1,
	"stems":[{"color":"#009e73","name":"Drums"},{"color":"#D55E00","name":" Bass\n line "},{"color":"red","name":"Synths"},{"name":""}]}`

// atom encodes a box with a content.
func atom(kind, content string) string {
	head := binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))
	return string(head) + kind + content
}

// stemFile is an index with so many audio tracks and a manifest.
func stemFile(tracks int, manifest string) string {
	sound := atom("trak", atom("mdia", atom("hdlr", "\x00\x00\x00\x00\x00\x00\x00\x00soun")))
	return atom("ftyp", "M4A ") + atom("moov", strings.Repeat(sound, tracks)+atom("udta", atom("name", "x")+atom("stem", manifest)))
}

type bytesSource string

func (s bytesSource) Size() int64 { return int64(len(s)) }

func (s bytesSource) Peek(off int64, n int) ([]byte, error) {
	if off < 0 || n < 0 || off+int64(n) > int64(len(s)) {
		return nil, errors.New("beyond the end")
	}
	return []byte(s[off : off+int64(n)]), nil
}

func TestStems(t *testing.T) {
	got, err := mp4.Stems(bytesSource(stemFile(5, manifest)))
	want := []mp4.Stem{{"Drums", "#009E73"}, {"Bass line", "#D55E00"}, {"Synths", ""}, {"", ""}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
	for name, file := range map[string]string{
		"too few tracks":  stemFile(4, manifest),
		"no JSON":         stemFile(5, "stems"),
		"no stems":        stemFile(5, `{"stems":[]}`),
		"too many stems":  stemFile(9, `{"stems":[{},{},{},{},{}]}`),
		"a huge manifest": stemFile(5, `{"stems":[{"name":"`+strings.Repeat("x", 1<<16)+`"}]}`),
		"no manifest":     atom("moov", ""),
	} {
		if got, err := mp4.Stems(bytesSource(file)); !errors.Is(err, mp4.ErrNoStems) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func FuzzStems(f *testing.F) {
	f.Add([]byte(stemFile(5, manifest)))
	f.Add([]byte(stemFile(2, `{"stems":[{"name":"\ud800\u0000","color":"#00000g"}]}`)))
	f.Fuzz(func(t *testing.T, file []byte) {
		stems, err := mp4.Stems(bytesSource(file))
		if (err == nil) != (len(stems) > 0) || len(stems) > mp4.MaxStems {
			t.Errorf("%d stems, %v", len(stems), err)
		}
		for _, s := range stems {
			if !utf8.ValidString(s.Name) || utf8.RuneCountInString(s.Name) > 60 || strings.ContainsAny(s.Name, "\n\x00") ||
				s.Color != "" && len(s.Color) != 7 {
				t.Errorf("%+v", s)
			}
		}
	})
}
