package mixxx

import (
	"encoding/binary"
	"math"
	"testing"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/collection/collectiontest"
)

func message(n int, b []byte) []byte {
	return append(binary.AppendUvarint([]byte{byte(n<<3 | 2)}, uint64(len(b))), b...)
}

func beatAt(frame int32) []byte {
	return binary.AppendUvarint([]byte{1 << 3}, uint64(int64(frame)))
}

func double(v float64) []byte {
	return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
}

func gridOf(bpm float64, first int32) []byte {
	return append(message(1, append([]byte{1<<3 | 1}, double(bpm)...)), message(2, beatAt(first))...)
}

func mapOf(frames ...int32) (b []byte) {
	for _, f := range frames {
		b = append(b, message(1, beatAt(f))...)
	}
	return b
}

func TestAddBeats(t *testing.T) {
	for name, test := range map[string]struct {
		version string
		beats   []byte
		want    collection.Tempo
	}{
		"a grid":                         {"BeatGrid-2.0", gridOf(126.5, 22050), collection.Tempo{At: 0.5, BPM: 126.5}},
		"a grid that begins before zero": {"BeatGrid-2.0", gridOf(126.5, -4410), collection.Tempo{At: -0.1, BPM: 126.5}},
		"an old grid":                    {"BeatGrid-1.0", append(double(90), double(88200)...), collection.Tempo{At: 1, BPM: 90}},
		"single beats":                   {"BeatMap-1.0", mapOf(44100, 66150, 88200, 110250), collection.Tempo{At: 1, BPM: 120}},
	} {
		var track collection.Track
		AddBeats(&track, test.version, test.beats, 44100)
		if len(track.Grid) != 1 || math.Abs(track.Grid[0].At-test.want.At) > 1e-9 || math.Abs(track.Grid[0].BPM-test.want.BPM) > 1e-9 {
			t.Errorf("%s: %+v", name, track.Grid)
		}
	}
	var track collection.Track
	AddBeats(&track, "BeatGrid-2.0", gridOf(120, 0), 0)
	AddBeats(&track, "BeatGrid-9.0", gridOf(120, 0), 44100)
	if len(track.Grid) > 0 {
		t.Errorf("%+v", track.Grid)
	}
}

func TestSeconds(t *testing.T) {
	if got := Seconds(88200*3, 44100); got != 3 {
		t.Error(got)
	}
}

func FuzzAddBeats(f *testing.F) {
	f.Add(gridOf(126.5, 22050))
	f.Add(mapOf(44100, 66150, 88200))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, version := range []string{"BeatGrid-1.0", "BeatGrid-2.0", "BeatMap-1.0"} {
			var track collection.Track
			AddBeats(&track, version, b, 44100)
			collectiontest.Sane(t, &track)
		}
	})
}
