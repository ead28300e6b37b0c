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
)

// Streams made here, so that every byte of them is known.

// mp3Frames are frames of 128 kbit/s with noise for sound, or of the form of
// head.
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
			data[j] = byte(noise.IntN(255)) // never 0xff: no header by chance
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
		block := make([]byte, 200+3*i) // growing: a torn frame and the next never add up to one
		for j := range block {
			block[j] = byte(noise.IntN(255))
		}
		h := adts.Header{Profile: 1, Rate: 44100, Configuration: 2, Length: adts.HeaderSize + len(block), Blocks: 1, Fullness: 1<<11 - 1}
		head, _ := h.Bytes()
		frames = append(frames, append(head[:], block...))
	}
	return frames
}

// oggPage makes a page that holds pieces; the last one goes on in the next
// page when open.
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

// opusStream are the pages of a stream of Opus: two of header, then n with
// five packets of 20 ms.
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

// opusPackets are packets of 20 ms of CELT.
func opusPackets(n int, fill byte) [][]byte {
	var packets [][]byte
	for range n {
		packets = append(packets, append([]byte{31 << 3}, bytes.Repeat([]byte{fill | 1}, 60)...))
	}
	return packets
}

// flacStream is a header and n frames of 1152 silent samples.
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

// webmStream is a header and clusters of n blocks of 20 ms in all, ten in
// each.
func webmStream(n int, kind byte, codec string) []byte {
	audio := appendElement(nil, idRate, []byte{0x47, 0x3b, 0x80, 0})
	audio = appendElement(audio, idChannels, []byte{2})
	track := appendElement(nil, idTrackNumber, []byte{1})
	track = appendElement(track, idTrackType, []byte{kind})
	track = appendElement(track, idCodec, []byte(codec))
	track = appendElement(track, idAudio, audio)
	b := appendElement(nil, idEBML, []byte{0x42, 0x82, 0x84, 'w', 'e', 'b', 'm'})
	b = appendID(b, idSegment)
	b = append(b, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	b = appendElement(b, idInfo, appendElement(appendElement(nil, idTitle, []byte("Ada - Live")), idDuration, make([]byte, 8)))
	b = appendElement(b, idTracks, appendElement(nil, idTrack, track))
	for i := range n {
		if i%10 == 0 {
			b = appendID(b, idCluster)
			b = append(b, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
			b = appendElement(b, idTime, binary.BigEndian.AppendUint32(nil, uint32(i*20)))
		}
		block := binary.BigEndian.AppendUint16([]byte{0x81}, uint16(i%10*20))
		b = appendElement(b, idSimpleBlock, append(append(block, 0x80), opusPackets(1, byte(i))[0]...))
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
		if len(f.Data) == 0 || len(f.Data) > mostKept {
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

// data joins what frames hold.
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
