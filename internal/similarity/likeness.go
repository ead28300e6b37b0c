package similarity

import (
	"context"
	"math"

	"sonora/internal/dsp"
)

// maxApart is the distance of the most different codes.
const maxApart = dsp.VectorSize * (levels - 1)

// Likenesses returns how much tracks sound like one of them, by seq: 1 for the same
// sound, 0 for the most different. Tracks that are not analysed are missing.
func (s *Service) Likenesses(ctx context.Context, of int64, seqs []int64) (map[int64]float64, error) {
	x, err := s.ready(ctx)
	if err != nil {
		return nil, err
	}
	likenesses := map[int64]float64{}
	from := x.hits([]int64{of})
	if len(from) == 0 || from[0].code == nil {
		return likenesses, nil
	}
	for _, h := range x.hits(seqs) {
		if h.code != nil {
			likenesses[h.seq] = 1 - float64(from[0].code.distance(h.code, math.MaxUint32))/maxApart
		}
	}
	return likenesses, nil
}
