package tag

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// riffChunk is a chunk of the new file.
type riffChunk struct {
	id   string
	body piece
}

// rewriteWAV plans a RIFF or RF64 file: it writes an ID3 tag in its own chunk
// and updates the texts in LIST INFO.
func rewriteWAV(s *source, start int64, c *Change) ([]piece, error) {
	front, err := leadingID3(s, start, c)
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	head, err := s.read(start, 12)
	if err != nil {
		return nil, err
	}
	riffSize := int64(le.Uint32(head[4:]))
	w := wavInfo{streamed: riffSize != s.size-start-8 && riffSize != s.size-start-9}
	var wide []byte // 64-bit sizes of RF64
	chunks, end, err := readChunks(s, start+12, le, func(id string, off, size int64) (riffChunk, int64, error) {
		switch id {
		case "data":
			size = w.found(s, off, size)
		case "ds64":
			if size < 16 {
				return riffChunk{}, 0, notWritable("its sizes are damaged")
			}
			b, err := s.read(off, int(min(size, 16)))
			if err != nil {
				return riffChunk{}, 0, err
			}
			w.size64 = int64(min(le.Uint64(b[8:]), 1<<62))
			wide = b
			return riffChunk{id, piece{b: b, off: off + 16, n: size - 16}}, size, nil
		case "LIST":
			body, err := changeInfo(s, off, size, c)
			return riffChunk{id, body}, size, err
		}
		return riffChunk{id, rangePiece(off, off+size)}, size, nil
	})
	if err != nil {
		return nil, err
	}
	if chunks, err = changeID3Chunk(s, chunks, "id3 ", c); err != nil {
		return nil, err
	}
	pieces, size := encodeChunks(chunks, le)
	switch {
	case wide != nil:
		le.PutUint64(wide, uint64(size+4))
	case size+4 >= math.MaxUint32:
		return nil, notWritable("it would be larger than WAV allows")
	default:
		le.PutUint32(head[4:], uint32(size+4))
	}
	pieces = append(append(front, bytesPiece(head)), pieces...)
	return append(pieces, rangePiece(end, s.size)), nil
}

// rewriteAIFF plans an AIFF or AIFF-C file: it writes an ID3 tag in its own
// chunk and updates the text chunks.
func rewriteAIFF(s *source, start int64, c *Change) ([]piece, error) {
	front, err := leadingID3(s, start, c)
	if err != nil {
		return nil, err
	}
	be := binary.BigEndian
	head, err := s.read(start, 12)
	if err != nil {
		return nil, err
	}
	chunks, end, err := readChunks(s, start+12, be, func(id string, off, size int64) (riffChunk, int64, error) {
		name, known := aiffNames[id]
		if known && c.changes(name) {
			return riffChunk{id, bytesPiece([]byte(strings.Join(c.Fields[name], "; ")))}, size, nil
		}
		return riffChunk{id, rangePiece(off, off+size)}, size, nil
	})
	if err != nil {
		return nil, err
	}
	if chunks, err = changeID3Chunk(s, chunks, "ID3 ", c); err != nil {
		return nil, err
	}
	pieces, size := encodeChunks(chunks, be)
	if size+4 >= math.MaxUint32 {
		return nil, notWritable("it would be larger than AIFF allows")
	}
	be.PutUint32(head[4:], uint32(size+4))
	pieces = append(append(front, bytesPiece(head)), pieces...)
	return append(pieces, rangePiece(end, s.size)), nil
}

// readChunks returns the chunks from off on as converted by read, and where
// they end.
func readChunks(s *source, off int64, order binary.ByteOrder, read func(id string, off, size int64) (riffChunk, int64, error)) (chunks []riffChunk, end int64, err error) {
	end = off
	err = eachChunk(s, off, order, func(id string, off, size int64) (int64, error) {
		chunk, size, err := read(id, off, size)
		if err != nil {
			return 0, err
		}
		if size > s.size-off {
			return 0, notWritable("its last chunk is cut off")
		}
		chunks, end = append(chunks, chunk), min(off+size+size%2, s.size)
		return size, nil
	})
	if err == nil && len(chunks) == maxChunks {
		err = notWritable("it has %d chunks", maxChunks)
	}
	return chunks, end, err
}

// changeID3Chunk changes the ID3 tag among the chunks, or appends one.
func changeID3Chunk(s *source, chunks []riffChunk, id string, c *Change) ([]riffChunk, error) {
	var kept []riffChunk
	found := false
	for _, chunk := range chunks {
		if !strings.EqualFold(chunk.id, "id3 ") {
			kept = append(kept, chunk)
			continue
		}
		b, err := s.peek(chunk.body.off, int(min(3, chunk.body.n)))
		if err != nil {
			return nil, err
		}
		if string(b) != "ID3" || chunk.body.n < 10 || found { // not readable
			continue
		}
		tag, err := chunkTag(s, chunk.body, c)
		if err != nil {
			return nil, err
		}
		found = true
		if len(tag) > 0 {
			kept = append(kept, riffChunk{chunk.id, bytesPiece(tag)})
		}
	}
	if found {
		return kept, nil
	}
	tag, err := rewriteID3(s, 0, 0, c, 0)
	if err != nil || len(tag) == 0 {
		return kept, err
	}
	return append(kept, riffChunk{id, bytesPiece(tag)}), nil
}

// chunkTag returns the changed tag of a chunk. It replaces a damaged tag by a
// new one.
func chunkTag(s *source, body piece, c *Change) ([]byte, error) {
	h, ok, err := tagAt(s, body.off)
	if err != nil {
		return nil, err
	}
	if !ok || h.Total() > body.n {
		return rewriteID3(s, 0, 0, c, 0)
	}
	return rewriteID3(s, body.off, body.off+1, c, 0) // a single tag
}

// infoOrder lists the texts of LIST INFO that most players read.
var infoOrder = [...]string{"INAM", "IART", "IPRD", "ICRD", "IGNR", "ICMT", "ITRK"}

// changeInfo changes the texts of a LIST INFO chunk. Other LIST chunks stay
// unchanged.
func changeInfo(s *source, off, size int64, c *Change) (piece, error) {
	whole := rangePiece(off, off+size)
	if size > min(maxInfoList, s.size-off) || size < 4 {
		return whole, nil
	}
	b, err := s.read(off, int(size))
	if err != nil || string(b[:4]) != "INFO" {
		return whole, err
	}
	le := binary.LittleEndian
	out, written := []byte("INFO"), map[string]bool{}
	add := func(id string, text []byte) {
		out = append(le.AppendUint32(append(out, id...), uint32(len(text))), text...)
		if len(text)%2 == 1 {
			out = append(out, 0)
		}
	}
	for b = b[4:]; len(b) >= 8; {
		id, n := string(b[:4]), uint64(le.Uint32(b[4:]))
		if b = b[8:]; n > uint64(len(b)) {
			return whole, nil // damaged; the ID3 tag takes precedence anyway
		}
		text := b[:n]
		b = b[min(n+n%2, uint64(len(b))):]
		name, known := infoNames[id]
		if !known || !c.changes(name) {
			add(id, text)
			continue
		}
		if values := c.Fields[name]; len(values) > 0 && !written[name] {
			written[name] = true
			add(id, append([]byte(strings.Join(values, "; ")), 0))
		}
	}
	for _, id := range infoOrder {
		if values := c.Fields[infoNames[id]]; len(values) > 0 && !written[infoNames[id]] {
			add(id, append([]byte(strings.Join(values, "; ")), 0))
		}
	}
	return bytesPiece(bytes.Clone(out)), nil
}

// encodeChunks encodes chunks with headers and padding.
func encodeChunks(chunks []riffChunk, order binary.ByteOrder) (pieces []piece, size int64) {
	for _, chunk := range chunks {
		n := chunk.body.size()
		header := append([]byte(chunk.id), 0, 0, 0, 0)
		order.PutUint32(header[4:], uint32(min(n, unknownSize)))
		if len(chunk.body.b) > 0 && chunk.body.n > 0 { // new beginning, old end
			pieces = append(pieces, bytesPiece(header), bytesPiece(chunk.body.b), rangePiece(chunk.body.off, chunk.body.off+chunk.body.n))
		} else {
			pieces = append(pieces, bytesPiece(header), chunk.body)
		}
		size += 8 + n
		if n%2 == 1 {
			pieces = append(pieces, bytesPiece([]byte{0}))
			size++
		}
	}
	return pieces, size
}
