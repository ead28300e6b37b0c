// Package soundfont reads and plays SoundFonts ("SoundFont Technical
// Specification", version 2.04, E-mu Systems, 2006). It reads no more of a file
// than the presets that are played, and trusts nothing in it.
package soundfont

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// ErrFormat is returned for a file that is not a SoundFont 2, or a damaged one.
var ErrFormat = errors.New("this is not a SoundFont 2 file")

// Places are where Linux distributions install SoundFonts, the best first.
var Places = []string{
	"/usr/share/sounds/sf2/FluidR3_GM.sf2",
	"/usr/share/sounds/sf2/default-GM.sf2",
	"/usr/share/sounds/sf2/TimGM6mb.sf2",
}

// Font is an open SoundFont. It is safe for concurrent use.
type Font struct {
	file    io.ReaderAt
	close   func() error
	at      int64 // of the samples in the file
	frames  int64 // number of them
	presets []preset
	insts   []list
	headers []header
	gens    int // generators of all zones

	mu      sync.Mutex
	loaded  int64            // frames in samples
	samples map[int][]int16  // by header
	zones   map[int][]region // by preset
}

// Limits on what is kept in memory for a file. The largest General MIDI
// SoundFonts stay far below them.
const (
	maxTables = 32 << 20 // bytes of presets and instruments
	maxFrames = 60 << 20 // of all samples that are played
	maxZones  = 4096     // of a preset
	maxGens   = 2 << 20  // generators of all zones
)

// Find opens the first SoundFont of Places. It returns nil if there is none.
func Find() (*Font, error) {
	for _, place := range Places {
		f, err := Open(place)
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return f, err
		}
	}
	return nil, nil
}

// Open opens a SoundFont, which must be closed.
func Open(path string) (*Font, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		var f *Font
		if f, err = New(file, info.Size()); err == nil {
			f.close = file.Close
			return f, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("read %s: %w", path, err), file.Close())
}

// Close closes the file. Players that were made before go on.
func (f *Font) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// New reads the tables of a SoundFont of a number of bytes.
func New(file io.ReaderAt, size int64) (*Font, error) {
	f := &Font{file: file, samples: map[int][]int16{}, zones: map[int][]region{}}
	var start [12]byte
	if _, err := file.ReadAt(start[:], 0); err != nil || string(start[:4]) != "RIFF" || string(start[8:]) != "sfbk" {
		return nil, ErrFormat
	}
	tables := map[string][]byte{}
	err := chunks(file, 12, size, func(id string, at, length int64) error {
		if id != "LIST" || length < 4 {
			return nil
		}
		var kind [4]byte
		if _, err := file.ReadAt(kind[:], at); err != nil {
			return err
		}
		return chunks(file, at+4, at+length, func(id string, at, length int64) error {
			switch string(kind[:]) {
			case "sdta":
				if id == "smpl" {
					f.at, f.frames = at, length/2
				}
			case "pdta":
				if length > maxTables {
					return ErrFormat
				}
				table := make([]byte, length)
				if _, err := file.ReadAt(table, at); err != nil {
					return err
				}
				tables[id] = table
			}
			return nil
		})
	})
	if err != nil {
		return nil, errors.Join(ErrFormat, err)
	}
	return f, f.parse(tables)
}

// chunks calls each for the chunks between two offsets.
func chunks(file io.ReaderAt, at, end int64, each func(id string, at, length int64) error) error {
	for at+8 <= end {
		var head [8]byte
		if _, err := file.ReadAt(head[:], at); err != nil {
			return err
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		if at+8+length > end {
			return ErrFormat
		}
		if err := each(string(head[:4]), at+8, length); err != nil {
			return err
		}
		at += 8 + length + length%2
	}
	return nil
}

// preset is a sound that has a number.
type preset struct {
	bank, program int
	list
}

// list holds the zones of a preset or an instrument, the common one first.
type list [][]generator

type generator struct {
	kind  uint16
	value int16
}

// header describes a sample.
type header struct {
	start, end         int64
	loopStart, loopEnd int64
	rate               int
	root               int
	cents              int
}

func (f *Font) parse(t map[string][]byte) error {
	var err error
	presets, inst := records(t["phdr"], 38), records(t["inst"], 22)
	if len(presets) < 2 || len(inst) < 2 {
		return ErrFormat
	}
	for i, p := range presets[:len(presets)-1] {
		next := preset{program: int(binary.LittleEndian.Uint16(p[20:])), bank: int(binary.LittleEndian.Uint16(p[22:]))}
		if next.list, err = f.read(p[24:], presets[i+1][24:], t["pbag"], t["pgen"]); err != nil {
			return err
		}
		f.presets = append(f.presets, next)
	}
	for i, p := range inst[:len(inst)-1] {
		l, err := f.read(p[20:], inst[i+1][20:], t["ibag"], t["igen"])
		if err != nil {
			return err
		}
		f.insts = append(f.insts, l)
	}
	for _, s := range records(t["shdr"], 46) {
		f.headers = append(f.headers, f.header(s))
	}
	return nil
}

func (f *Font) header(s []byte) header {
	offset := func(at int) int64 { return min(int64(binary.LittleEndian.Uint32(s[at:])), f.frames) }
	h := header{
		start: offset(20), end: offset(24), loopStart: offset(28), loopEnd: offset(32),
		rate: int(binary.LittleEndian.Uint32(s[36:])), root: int(s[40]), cents: int(int8(s[41])),
	}
	h.rate = min(max(h.rate, 400), 192000)
	if h.root > 127 {
		h.root = 60
	}
	return h
}

// records cuts a table into records of a length.
func records(table []byte, length int) (list [][]byte) {
	for ; len(table) >= length; table = table[length:] {
		list = append(list, table[:length])
	}
	return list
}

// read returns the zones between two entries of a table of bags.
func (f *Font) read(from, to, bags, gens []byte) (list, error) {
	start, end := int(binary.LittleEndian.Uint16(from)), int(binary.LittleEndian.Uint16(to))
	if start > end || (end+1)*4 > len(bags) || end-start > maxZones {
		return nil, ErrFormat
	}
	var l list
	for bag := start; bag < end; bag++ {
		first, last := firstOf(bags, bag), firstOf(bags, bag+1)
		if first > last || last*4 > len(gens) {
			return nil, ErrFormat
		}
		if f.gens += last - first; f.gens > maxGens {
			return nil, ErrFormat
		}
		zone := make([]generator, 0, last-first)
		for g := first; g < last; g++ {
			zone = append(zone, generator{binary.LittleEndian.Uint16(gens[4*g:]), int16(binary.LittleEndian.Uint16(gens[4*g:][2:]))})
		}
		l = append(l, zone)
	}
	return l, nil
}

// firstOf returns the first number of a record of a bag.
func firstOf(bags []byte, record int) int { return int(binary.LittleEndian.Uint16(bags[4*record:])) }
