package plan

import (
	"errors"
	"slices"

	"sonora/internal/music"
)

// OffBeat is the code of the trouble that the beats of a blend do not coincide
// or cannot be measured. A shorter blend would be no better.
const OffBeat = "off-beat"

// Ease plans joins anew that sound wrong. troubles tells what is wrong with
// them, by number, from 0, and becomes their first reason. A blend becomes
// shorter, unless it is OffBeat, and any join that was eased before becomes a
// fade. What a person chose in o.Joins stays. Ease returns the numbers of the joins that changed.
func (p *Plan) Ease(tracks []Track, troubles map[int]music.Message, o Options) (*Plan, []int, error) {
	choices := o.Joins
	next, eased := p, []int(nil)
	for i := range p.Joins {
		why, isWrong := troubles[i]
		easier, ok := p.Joins[i].easier(choices[i], why.Code != OffBeat)
		if !isWrong || !ok {
			continue
		}
		o.Joins = map[int]Choice{i: easier}
		changed, err := next.Rejoin(tracks, i, o)
		if errors.Is(err, ErrNoRoom) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		changed.Joins[i].Reasons = slices.Insert(changed.Joins[i].Reasons, 0, why)
		next, eased = changed, append(eased, i)
	}
	return next, eased, nil
}

// easier returns how to join the tracks of a join in an easier way, with a
// shorter blend only if mayBlend is true. ok is false if there is none, or if a
// person chose this one.
func (j *Join) easier(c Choice, mayBlend bool) (easier Choice, ok bool) {
	if c.Kind != "" || c.Bars != 0 || j.Kind == Fade || j.Kind == Gapless {
		return Choice{}, false
	}
	if mayBlend && j.Kind == Blend && j.Bars > minBlendBars && !j.isEased() {
		return Choice{Bars: j.Bars / 2, Out: c.Out}, true
	}
	return Choice{Kind: Fade, Out: c.Out}, true
}

// isEased reports whether a join was planned by Ease.
func (j *Join) isEased() bool { return len(j.Reasons) > 0 && j.Reasons[0].Code == "eased" }
