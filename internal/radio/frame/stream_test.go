package frame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/flac"
	"sonora/internal/codec/mpeg"
	"sonora/internal/codec/ogg"
	"sonora/internal/codec/webm"
)

// mp3Frames makes n frames with noise for sound, with the given header or with
// one of 128 kbit/s.
func mp3Frames(n int, seed uint64, head ...byte) [][]byte {
	if len(head) == 0 {
		head = []byte{0xff, 0xfb, 0x90, 0x64}
	}
	noise := rand.New(rand.NewPCG(seed, 1))
	var frames [][]byte
	for i := range n {
		h, _ := mpeg.Parse(head)
		data := make([]byte, h.Size(600))
		for j := range data {
			data[j] = byte(noise.IntN(255)) // never 0xff, which could begin a header
		}
		copy(data, head)
		data[5] = byte(i) | 1 // side information that is not all zeros
		frames = append(frames, data)
	}
	return frames
}

func adtsFrames(n int, seed uint64) [][]byte {
	noise := rand.New(rand.NewPCG(seed, 2))
	var frames [][]byte
	for i := range n {
		block := make([]byte, 200+3*i) // growing, so that a cut frame and the next are never as long as one
		for j := range block {
			block[j] = byte(noise.IntN(255))
		}
		h := adts.Header{Profile: 1, Rate: 44100, Configuration: 2, Length: adts.HeaderSize + len(block), Blocks: 1, Fullness: 1<<11 - 1}
		head, _ := h.Bytes()
		frames = append(frames, append(head[:], block...))
	}
	return frames
}

// oggPage makes a page with packets. If open, the last one continues on the next
// page.
func oggPage(flags byte, granule int64, serial, sequence uint32, open bool, pieces ...[]byte) []byte {
	var lacing, body []byte
	for i, piece := range pieces {
		lacing = ogg.Lace(lacing, len(piece))
		if open && i == len(pieces)-1 {
			lacing = lacing[:len(lacing)-1]
		}
		body = append(body, piece...)
	}
	return ogg.Header{Flags: flags, Granule: granule, Serial: serial, Sequence: sequence, Lacing: lacing}.Page(body)
}

func vorbisComment(comments ...string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 4)
	b = append(b, "test"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(comments)))
	for _, comment := range comments {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(comment)))
		b = append(b, comment...)
	}
	return b
}

// opusStream makes the pages of an Opus stream: two with the header, then n with
// five packets of 20 ms each.
func opusStream(serial uint32, n int, comments ...string) [][]byte {
	head := append([]byte("OpusHead\x01\x02"), 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0)
	pages := [][]byte{
		oggPage(ogg.First, 0, serial, 0, false, head),
		oggPage(0, 0, serial, 1, false, append([]byte("OpusTags"), vorbisComment(comments...)...)),
	}
	for i := range n {
		pages = append(pages, oggPage(0, int64(i+1)*4800, serial, uint32(i+2), false, opusPackets(5, byte(i))...))
	}
	return pages
}

// opusPackets makes packets of 20 ms of CELT.
func opusPackets(n int, fill byte) [][]byte {
	var packets [][]byte
	for range n {
		packets = append(packets, append([]byte{31 << 3}, bytes.Repeat([]byte{fill | 1}, 60)...))
	}
	return packets
}

// flacStream makes a header and n frames of 1152 constant samples.
func flacStream(n int) (header []byte, frames [][]byte) {
	header = append([]byte("fLaC"), 0x80, 0, 0, flac.InfoSize)
	info := make([]byte, flac.InfoSize)
	binary.BigEndian.PutUint16(info, 1152)
	binary.BigEndian.PutUint16(info[2:], 1152)
	binary.BigEndian.PutUint64(info[10:], 44100<<44|1<<41|15<<36)
	header = append(header, info...)
	for i := range n {
		b := []byte{0xff, 0xf8, 3<<4 | 9, 1 << 4, byte(i % 128)} // 1152 samples, 44.1 kHz, two channels
		b = append(b, flac.CRC8(b))
		for range 2 {
			b = append(b, 0, byte(i), byte(i>>8)) // a constant
		}
		crc := flac.CRC16(0, b)
		frames = append(frames, append(b, byte(crc>>8), byte(crc)))
	}
	return header, frames
}

// webmStream makes a header and n blocks of 20 ms, ten in each cluster.
func webmStream(n int, kind byte, codec string) []byte {
	audio := webm.AppendElement(nil, webm.SamplingFrequency, []byte{0x47, 0x3b, 0x80, 0})
	audio = webm.AppendElement(audio, webm.Channels, []byte{2})
	track := webm.AppendElement(nil, webm.TrackNumber, []byte{1})
	track = webm.AppendElement(track, webm.TrackType, []byte{kind})
	track = webm.AppendElement(track, webm.CodecID, []byte(codec))
	track = webm.AppendElement(track, webm.Audio, audio)
	b := webm.AppendElement(nil, webm.EBML, []byte{0x42, 0x82, 0x84, 'w', 'e', 'b', 'm'})
	b = webm.AppendOpen(b, webm.Segment)
	b = webm.AppendElement(b, webm.Info, webm.AppendElement(webm.AppendElement(nil, webm.Title, []byte("Ada - Live")), webm.Duration, make([]byte, 8)))
	b = webm.AppendElement(b, webm.Tracks, webm.AppendElement(nil, webm.TrackEntry, track))
	for i := range n {
		if i%10 == 0 {
			b = webm.AppendOpen(b, webm.Cluster)
			b = webm.AppendElement(b, webm.Timestamp, binary.BigEndian.AppendUint32(nil, uint32(i*20)))
		}
		block := webm.Block{Track: 1, Time: int16(i % 10 * 20), Flags: webm.KeyFrame, Data: opusPackets(1, byte(i))[0]}
		b = webm.AppendElement(b, webm.SimpleBlock, block.Append(nil))
	}
	return b
}

// read reads a stream to its end.
func read(t testing.TB, r *Reader) (frames []Frame, err error) {
	t.Helper()
	for {
		f, err := r.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return frames, err
		}
		if len(f.Data) == 0 || len(f.Data) > maxKept {
			t.Fatalf("a frame of %d bytes", len(f.Data))
		}
		frames = append(frames, f)
	}
}

func readAll(t testing.TB, stream []byte) []Frame {
	t.Helper()
	frames, err := read(t, NewReader(bytes.NewReader(stream), ""))
	if err != nil {
		t.Fatal(err)
	}
	return frames
}

// data joins the data of frames.
func data(frames []Frame) []byte {
	var b []byte
	for _, f := range frames {
		b = append(b, f.Data...)
	}
	return b
}

func sound(frames []Frame) (d time.Duration) {
	for _, f := range frames {
		d += f.Duration
	}
	return d
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func flat(frames [][]byte) []byte { return bytes.Join(frames, nil) }
