package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

const tracksPerAlbum = 12

// generate fills a folder with n tagged files, two MP3s for each FLAC, in
// albums with a cover each. The same n gives the same library.
func generate(ctx context.Context, folder string, n int) error {
	mp3, err := encode(ctx, "mp3", "-b:a", "64k", "-write_xing", "1", "-id3v2_version", "0")
	if err != nil {
		return err
	}
	flac, err := encode(ctx, "flac")
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, uint64(n)))
	var album song
	for i := range n {
		if i%tracksPerAlbum == 0 {
			album = newAlbum(random)
			if err := os.MkdirAll(filepath.Join(folder, album.artist, album.album), 0o755); err != nil {
				return err
			}
		}
		s := album
		s.title, s.number = words(random, 3), i%tracksPerAlbum+1
		ext, data := "mp3", append(id3(s), mp3...)
		if i/tracksPerAlbum%3 == 0 {
			ext, data = "flac", flacWith(flac, s)
		}
		// Different trailing bytes keep two files from counting as the same
		// sound in two places.
		data = binary.BigEndian.AppendUint64(data, uint64(i))
		name := fmt.Sprintf("%02d %s.%s", s.number, s.title, ext)
		if err := os.WriteFile(filepath.Join(folder, s.artist, s.album, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

type song struct {
	title, artist, album, genre string
	number, year                int
	cover                       []byte
}

func newAlbum(random *rand.Rand) song {
	return song{
		artist: words(random, 2), album: words(random, 2) + " " + strconv.Itoa(random.IntN(1000)),
		genre: []string{"Rock", "Jazz", "House", "Ambient", "Folk", "Techno"}[random.IntN(6)],
		year:  1960 + random.IntN(65), cover: cover(random),
	}
}

// encode encodes ten seconds of a tone with ffmpeg.
func encode(ctx context.Context, format string, options ...string) ([]byte, error) {
	args := append([]string{"-v", "error", "-f", "lavfi", "-i", "sine=440:d=10", "-map_metadata", "-1", "-bitexact", "-f", format}, options...)
	out, err := exec.CommandContext(ctx, "ffmpeg", append(args, "pipe:1")...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return nil, fmt.Errorf("ffmpeg: %s", exit.Stderr)
	}
	return out, err
}

var syllables = strings.Fields("ka lo mi ra ten sol ver na du el fa gri ho is jo kel lum mor nev or pra qui ros sta tre ul vi wen xa yo zen bel cor dan")

func words(random *rand.Rand, n int) string {
	parts := make([]string, n)
	for i := range parts {
		for range 2 + random.IntN(2) {
			parts[i] += syllables[random.IntN(len(syllables))]
		}
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, " ")
}

func cover(random *rand.Rand) []byte {
	size := []int{500, 600, 1000}[random.IntN(3)]
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	a, b, c := random.IntN(256), random.IntN(256), random.IntN(256)
	for y := range size {
		for x := range size {
			img.SetRGBA(x, y, color.RGBA{uint8(a + x*255/size), uint8(b ^ y*255/size), uint8(c + x*y>>9), 255})
		}
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: 75}); err != nil {
		panic(err) // a Buffer accepts everything
	}
	return buf.Bytes()
}

// id3 returns an ID3v2.4 tag, https://id3.org/id3v2.4.0-structure.
func id3(s song) []byte {
	var frames []byte
	frame := func(id string, body []byte) {
		frames = append(append(append(frames, id...), synchsafe(len(body))...), 0, 0)
		frames = append(frames, body...)
	}
	text := func(id, value string) { frame(id, append([]byte{3}, value...)) }
	text("TIT2", s.title)
	text("TPE1", s.artist)
	text("TALB", s.album)
	text("TCON", s.genre)
	text("TRCK", strconv.Itoa(s.number))
	text("TDRC", strconv.Itoa(s.year))
	frame("APIC", append([]byte("\x03image/jpeg\x00\x03\x00"), s.cover...))
	return append(append([]byte("ID3\x04\x00\x00"), synchsafe(len(frames))...), frames...)
}

func synchsafe(n int) []byte {
	return []byte{byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}
}

// flacWith inserts the song's tags and cover after the first block (STREAMINFO)
// of a FLAC file, RFC 9639 section 8.
func flacWith(file []byte, s song) []byte {
	const streamInfoEnd = 4 + 4 + 34
	audio := streamInfoEnd
	for last := file[4]&0x80 != 0; !last; {
		last = file[audio]&0x80 != 0
		audio += 4 + int(file[audio+1])<<16 + int(file[audio+2])<<8 + int(file[audio+3])
	}
	out := append(bytes.Clone(file[:4]), 0)
	out = append(out, file[5:streamInfoEnd]...)
	out = appendBlock(out, 4, vorbisComment(s))
	out = appendBlock(out, 6|0x80, flacPicture(s.cover))
	return append(out, file[audio:]...)
}

func appendBlock(out []byte, kind byte, body []byte) []byte {
	return append(append(out, kind, byte(len(body)>>16), byte(len(body)>>8), byte(len(body))), body...)
}

func vorbisComment(s song) []byte {
	comments := []string{"TITLE=" + s.title, "ARTIST=" + s.artist, "ALBUM=" + s.album, "GENRE=" + s.genre, "TRACKNUMBER=" + strconv.Itoa(s.number), "DATE=" + strconv.Itoa(s.year)}
	out := binary.LittleEndian.AppendUint32(nil, 0) // no vendor
	out = binary.LittleEndian.AppendUint32(out, uint32(len(comments)))
	for _, c := range comments {
		out = append(binary.LittleEndian.AppendUint32(out, uint32(len(c))), c...)
	}
	return out
}

func flacPicture(jpg []byte) []byte {
	const mime = "image/jpeg"
	out := binary.BigEndian.AppendUint32(nil, 3) // front cover
	out = append(binary.BigEndian.AppendUint32(out, uint32(len(mime))), mime...)
	out = append(out, make([]byte, 5*4)...) // description, width, height, depth, colours
	return append(binary.BigEndian.AppendUint32(out, uint32(len(jpg))), jpg...)
}
