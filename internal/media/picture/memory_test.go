package picture

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"runtime"
	"testing"

	"sonora/internal/music"
)

// pngOf returns a PNG with this size and color type and n bytes of zero pixels.
func pngOf(t testing.TB, w, h uint32, depth, kind byte, zeros int) []byte {
	t.Helper()
	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		body := append([]byte(name), data...)
		out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	chunk("IHDR", append(header, depth, kind, 0, 0, 0))
	chunk("IDAT", packedZeros(t, zeros))
	chunk("IEND", nil)
	return out
}

// packedZeros returns n zeros compressed with zlib. It compresses one megabyte
// and repeats it, because compressing everything takes long.
func packedZeros(t testing.TB, n int) []byte {
	t.Helper()
	pack := func(n int) []byte {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, flate.DefaultCompression)
		if err == nil {
			_, err = w.Write(make([]byte, n))
		}
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	const piece, modulus, last = 1 << 20, 65521, "\x03\x00" // RFC 1950 and 1951
	out := append([]byte("\x78\x9c"), bytes.Repeat(pack(piece), n/piece)...)
	out = append(append(out, pack(n%piece)...), last...)
	return binary.BigEndian.AppendUint32(out, uint32(n%modulus)<<16|1)
}

// taken returns the memory that f allocates.
func taken(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// hugeJPEG changes the size in the header of a small JPEG, which may be
// progressive.
func hugeJPEG(t testing.TB, w, h uint16, progressive bool) []byte {
	t.Helper()
	b := encodeJPEG(t, slopes(16, 16))
	i := bytes.Index(b, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(b[i+5:], h)
	binary.BigEndian.PutUint16(b[i+7:], w)
	if progressive {
		b[i+1] = 0xc2
	}
	return b
}

func TestDecompressionBombsTakeNoMemory(t *testing.T) {
	for name, picture := range map[string][]byte{
		"PNG of 30,000 × 30,000":         pngOf(t, 30_000, 30_000, 8, 6, 4<<20),
		"a PNG that is packed zeros":     pngOf(t, 12_000, 5_000, 8, 6, 16<<20),
		"an empty PNG":                   pngOf(t, 6_000, 6_000, 8, 6, 0),
		"PNG of 16 bits":                 pngOf(t, 6_000, 6_000, 16, 6, 6_000*(1+6_000*8)/8),
		"JPEG of 30,000 × 30,000":        hugeJPEG(t, 30_000, 30_000, false),
		"progressive JPEG":               hugeJPEG(t, 6_000, 6_000, true),
		"progressive JPEG of 64,000,000": hugeJPEG(t, 8_000, 8_000, true),
		"GIF of 65,535 × 65,535":         append([]byte("GIF89a\xff\xff\xff\xff\xf7\x00\x00"), make([]byte, 1000)...),
		"WebP of 16,384 × 16,384":        append([]byte("RIFF\x80\x00\x00\x00WEBPVP8L\x40\x00\x00\x00\x2f\xff\xff\xff\x0f"), make([]byte, 200)...),
	} {
		var err error
		if bytes := taken(func() { _, err = Thumbnail(picture, 300) }); err == nil || bytes > 4<<20 {
			t.Errorf("%s: %d kB taken, %v", name, bytes>>10, err)
		}
		if bytes := taken(func() { _, err = Cover(picture) }); err == nil || bytes > 4<<20 {
			t.Errorf("%s as a cover somebody gives: %d kB taken, %v", name, bytes>>10, err)
		} else if code := music.CodeOf(err); code != music.Invalid && code != music.Unsupported {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A large picture with a correct header still decodes.
	if _, err := Thumbnail(pngOf(t, 3_000, 3_000, 8, 2, 3_000*(1+3_000*3)), 300); err != nil {
		t.Errorf("a PNG of 3,000 × 3,000: %v", err)
	}
}

func TestPNGWithTooMuchData(t *testing.T) {
	// A small picture whose pixels are followed by 50 MB of zeros.
	picture := pngOf(t, 100, 100, 8, 2, 50<<20)
	if bytes := taken(func() { _, _ = Thumbnail(picture, 96) }); bytes > 4<<20 {
		t.Errorf("%d kB taken", bytes>>10)
	}
}
