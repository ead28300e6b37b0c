package upload

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"sonora/internal/music"
)

// FuzzTusHeaders checks the parsers of the protocol's headers: results are in
// range, and refusals are client errors.
func FuzzTusHeaders(f *testing.F) {
	for _, seed := range [][4]string{
		{"filename d29ybGQ=,filetype YXVkaW8=", "100", "0", "sha1 Lve95gjOVATpfV8EL5X4nxwjKHE="},
		{"", "", "", ""},
		{"a,b,c", "-1", "+5", "sha1"},
		{"filename", "99999999999999999999", "0x10", "md5 AAAA"},
		{"filename d29ybGQ=, filename d29ybGQ=", "1e3", " 1", "sha256 ,"},
		{"name /////w==", "٣", "1_000", "crc32 AAAA"},
		{" , ", "0", "9223372036854775807", "sha1  Lve95gjOVATpfV8EL5X4nxwjKHE="},
		{"filename d2\r\n9ybGQ=", "9223372036854775808", "", "SHA1 Lve95gjOVATpfV8EL5X4nxwjKHE="},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, metadata, length, offset, sum string) {
		h := http.Header{"Upload-Metadata": {metadata}, "Upload-Length": {length}, "Upload-Offset": {offset}, "Upload-Checksum": {sum}}
		pairs, err := tusMetadata(h)
		fault(t, err)
		for name, value := range pairs {
			if name == "" || strings.ContainsAny(name, " ,") || !utf8.ValidString(value) || !strings.Contains(metadata, name) {
				t.Errorf("%q has %q: %q", metadata, name, value)
			}
		}
		n, err := tusLength(h)
		fault(t, err)
		m, err := tusOffset(h)
		fault(t, err)
		if n < 0 || m < 0 {
			t.Errorf("%d, %d", n, m)
		}
		c, err := tusChecksum(h)
		fault(t, err)
		if c != nil && len(c.Sum) != map[string]int{"sha1": 20, "sha256": 32}[c.Algorithm] {
			t.Errorf("%q: %+v", sum, c)
		}
	})
}

func fault(t *testing.T, err error) {
	t.Helper()
	if err != nil && music.CodeOf(err) != music.Invalid {
		t.Errorf("%v is not the client's fault", err)
	}
}
