package picture

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strings"
)

// Sniff returns the media type of a picture from its first bytes, and the
// dimensions if b contains them. It returns "" for anything else.
func Sniff(b []byte) (mime string, width, height int) {
	be, le := binary.BigEndian, binary.LittleEndian
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		width, height = jpegSize(b)
		return "image/jpeg", width, height
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		if len(b) >= 24 {
			width, height = int(be.Uint32(b[16:])), int(be.Uint32(b[20:]))
		}
		return "image/png", width, height
	case bytes.HasPrefix(b, []byte("GIF8")):
		if len(b) >= 10 {
			width, height = int(le.Uint16(b[6:])), int(le.Uint16(b[8:]))
		}
		return "image/gif", width, height
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		width, height = webpSize(b)
		return "image/webp", width, height
	}
	return "", 0, 0
}

// jpegSize finds the frame header (SOF) among the segments.
func jpegSize(b []byte) (width, height int) {
	for pos := 2; pos+9 <= len(b); {
		if b[pos] != 0xff {
			return 0, 0
		}
		switch m := b[pos+1]; {
		case m == 0xff: // padding
			pos++
			continue
		case m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc:
			return int(binary.BigEndian.Uint16(b[pos+7:])), int(binary.BigEndian.Uint16(b[pos+5:]))
		}
		pos += 2 + max(2, int(binary.BigEndian.Uint16(b[pos+2:])))
	}
	return 0, 0
}

func webpSize(b []byte) (width, height int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(b[28:]) & 0x3fff)
	case "VP8L":
		v := binary.LittleEndian.Uint32(b[21:])
		return int(v&0x3fff) + 1, int(v>>14&0x3fff) + 1
	case "VP8X":
		return uint24le(b[24:]) + 1, uint24le(b[27:]) + 1
	}
	return 0, 0
}

func uint24le(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// IsCoverName reports whether a file of this name is the picture of its folder.
// If a folder has several, the one with the lowest rank is used.
func IsCoverName(name string) (rank int, ok bool) {
	name = strings.ToLower(name)
	ext := filepath.Ext(name)
	switch ext {
	case ".jpg", ".jpeg", ".png", ".webp", ".gif":
	default:
		return 0, false
	}
	for i, stem := range []string{"cover", "folder", "front", "album"} {
		if strings.TrimSuffix(name, ext) == stem {
			return i, true
		}
	}
	return 0, false
}
