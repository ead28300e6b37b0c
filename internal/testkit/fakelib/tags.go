package fakelib

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// id3 returns the song's tags as ID3v2.4 with UTF-8 text.
func (s Song) id3() []byte {
	var frames []byte
	for _, t := range []struct{ id, value string }{
		{"TIT2", s.Title},
		{"TPE1", strings.Join(s.Artists, "\x00")},
		{"TALB", s.Album},
		{"TPE2", strings.Join(s.AlbumArtists, "\x00")},
		{"TCON", strings.Join(s.Genres, "\x00")},
		{"TRCK", number(s.Number)},
		{"TPOS", number(s.Disc)},
		{"TDRC", number(s.Year)},
		{"TCMP", flag(s.Compilation)},
	} {
		if t.value != "" {
			frames = id3Frame(frames, t.id, append([]byte{3}, t.value...))
		}
	}
	if s.Lyrics != "" {
		frames = id3Frame(frames, "USLT", append([]byte("\x03eng\x00"), s.Lyrics...))
	}
	if s.Cover != nil {
		frames = id3Frame(frames, "APIC", append([]byte("\x00image/jpeg\x00\x03\x00"), s.Cover...))
	}
	if len(frames) == 0 {
		return nil
	}
	return append(append([]byte("ID3\x04\x00\x00"), synchsafe(len(frames))...), frames...)
}

func id3Frame(b []byte, id string, body []byte) []byte {
	b = append(append(b, id...), synchsafe(len(body))...)
	return append(append(b, 0, 0), body...)
}

// synchsafe encodes an ID3v2 number with seven bits per byte.
func synchsafe(n int) []byte {
	return []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func flag(on bool) string {
	if on {
		return "1"
	}
	return ""
}

// FLAC returns the song's tags on half a second of a tone, regardless of Sound.
func (s Song) FLAC() []byte {
	tone := sample("tone.flac")
	b := append([]byte("fLaC"), tone[4:4+4+34]...) // the block STREAMINFO comes first
	b = flacBlock(b, 4, s.vorbisComment())
	if s.Cover != nil {
		b = flacBlock(b, 6, flacPicture(s.Cover))
	}
	b = flacBlock(b, 1|0x80, make([]byte, 16)) // padding, marked as the last block
	return append(b, tone[flacAudio(tone):]...)
}

// flacAudio returns where the audio starts, after the last metadata block.
func flacAudio(b []byte) int {
	at := 4
	for {
		last := b[at]&0x80 != 0
		at += 4 + int(b[at+1])<<16 + int(b[at+2])<<8 + int(b[at+3])
		if last {
			return at
		}
	}
}

func flacBlock(b []byte, kind byte, body []byte) []byte {
	n := len(body)
	return append(append(b, kind, byte(n>>16), byte(n>>8), byte(n)), body...)
}

func (s Song) vorbisComment() []byte {
	var list []string
	add := func(key string, values ...string) {
		for _, v := range values {
			if v != "" {
				list = append(list, key+"="+v)
			}
		}
	}
	add("TITLE", s.Title)
	add("ARTIST", s.Artists...)
	add("ALBUM", s.Album)
	add("ALBUMARTIST", s.AlbumArtists...)
	add("GENRE", s.Genres...)
	add("TRACKNUMBER", number(s.Number))
	add("DISCNUMBER", number(s.Disc))
	add("DATE", number(s.Year))
	add("COMPILATION", flag(s.Compilation))
	add("LYRICS", s.Lyrics)

	b := prefixed(nil, binary.LittleEndian, "fakelib")
	b = binary.LittleEndian.AppendUint32(b, uint32(len(list)))
	for _, comment := range list {
		b = prefixed(b, binary.LittleEndian, comment)
	}
	return b
}

func flacPicture(cover []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, 3) // front cover
	b = prefixed(b, binary.BigEndian, "image/jpeg")
	b = prefixed(b, binary.BigEndian, "")
	for _, n := range []uint32{coverPixels, coverPixels, 24, 0} {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return prefixed(b, binary.BigEndian, string(cover))
}

// prefixed appends a text preceded by its length.
func prefixed(b []byte, order binary.AppendByteOrder, text string) []byte {
	return append(order.AppendUint32(b, uint32(len(text))), text...)
}

// sample returns one of the encoded tones.
func sample(name string) []byte {
	b, err := samples.ReadFile("testdata/" + name)
	if err != nil {
		panic(fmt.Sprintf("fakelib: %v", err)) // the names are constant
	}
	return b
}
