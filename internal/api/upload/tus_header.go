package upload

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sonora/internal/music"
	"sonora/internal/upload"
)

const (
	tusVersion  = "1.0.0"
	maxMetadata = 8 << 10
)

var (
	errTusLength   = music.NewError(music.Invalid, "Upload-Length has to be the number of bytes of the file.")
	errTusDefer    = music.NewError(music.Invalid, "Upload-Defer-Length has to be 1, without Upload-Length.")
	errTusOffset   = music.NewError(music.Invalid, "Upload-Offset has to be the number of bytes sent so far.")
	errTusMetadata = music.NewError(music.Invalid, "Upload-Metadata has to be pairs of a name and a value in Base64, separated by commas.")
	errTusChecksum = music.NewError(music.Invalid, "Upload-Checksum has to be sha1 or sha256 and the sum in Base64.")
)

// tusNumber parses a header that holds a number of bytes: digits only.
func tusNumber(text string) (int64, bool) {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// tusLength returns the length of a new file, or upload.UnknownLength.
func tusLength(h http.Header) (int64, error) {
	if later := h.Values("Upload-Defer-Length"); len(later) > 0 {
		if len(later) > 1 || later[0] != "1" || len(h.Values("Upload-Length")) > 0 {
			return 0, errTusDefer
		}
		return upload.UnknownLength, nil
	}
	n, ok := tusNumber(h.Get("Upload-Length"))
	if !ok || len(h.Values("Upload-Length")) != 1 {
		return 0, errTusLength
	}
	return n, nil
}

// tusTotal returns the length of a file that a piece states; 0 for none.
func tusTotal(h http.Header) (int64, error) {
	if len(h.Values("Upload-Length")) == 0 {
		return 0, nil
	}
	n, ok := tusNumber(h.Get("Upload-Length"))
	if !ok || n == 0 || len(h.Values("Upload-Length")) != 1 {
		return 0, errTusLength
	}
	return n, nil
}

// tusOffset returns the offset at which a piece begins.
func tusOffset(h http.Header) (int64, error) {
	n, ok := tusNumber(h.Get("Upload-Offset"))
	if !ok || len(h.Values("Upload-Offset")) != 1 {
		return 0, errTusOffset
	}
	return n, nil
}

// tusRawMetadata returns the metadata as the client wrote it.
func tusRawMetadata(h http.Header) string {
	return strings.Trim(strings.Join(h.Values("Upload-Metadata"), ","), " ")
}

// tusMetadata parses pairs of a name and a Base64 value. Each name may occur
// once, and may have no value.
func tusMetadata(h http.Header) (map[string]string, error) {
	pairs := map[string]string{}
	text := tusRawMetadata(h)
	if text == "" {
		return pairs, nil
	}
	if len(text) > maxMetadata {
		return nil, errTusMetadata
	}
	for pair := range strings.SplitSeq(text, ",") {
		name, encoded, _ := strings.Cut(strings.Trim(pair, " "), " ")
		value, err := base64.StdEncoding.Strict().DecodeString(encoded)
		if _, twice := pairs[name]; twice || err != nil || !isMetadataName(name) || strings.ContainsAny(encoded, "\r\n") || !utf8.Valid(value) {
			return nil, errTusMetadata
		}
		pairs[name] = string(value)
	}
	return pairs, nil
}

func isMetadataName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// tusFileName returns the file name in the metadata, which clients store under
// different names.
func tusFileName(metadata map[string]string) string {
	for _, name := range []string{"filename", "name"} {
		if text := metadata[name]; text != "" {
			return text
		}
	}
	return ""
}

// tusChecksum returns the checksum of a piece; nil for none.
func tusChecksum(h http.Header) (*upload.Checksum, error) {
	values := h.Values("Upload-Checksum")
	if len(values) == 0 {
		return nil, nil //nolint:nilnil // the checksum is optional
	}
	algorithm, encoded, _ := strings.Cut(values[0], " ")
	sum, err := base64.StdEncoding.Strict().DecodeString(encoded)
	sizes := map[string]int{"sha1": 20, "sha256": 32}
	if len(values) > 1 || err != nil || !slices.Contains(upload.Algorithms, algorithm) || len(sum) != sizes[algorithm] {
		return nil, errTusChecksum
	}
	return &upload.Checksum{Algorithm: algorithm, Sum: sum}, nil
}
