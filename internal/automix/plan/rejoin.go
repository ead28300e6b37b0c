package plan

import "errors"

// ErrNoRoom means that a join would run into the one before or after it.
var ErrNoRoom = errors.New("plan: no room for the join")

// Rejoin plans the join with the given number, from 0, anew, as o.Joins says,
// and returns the new plan. All other joins keep their kind, their length and
// their place in both tracks, and all entries their gain and key lock, even if
// Build would plan them differently today. tracks are those that p was built
// from. Of the options, only KeyLock, Joins, Bars and JoinStep count. Rejoin
// returns ErrNoRoom if the other joins leave no room for this one.
func (p *Plan) Rejoin(tracks []Track, number int, o Options) (*Plan, error) {
	b := &builder{options: o, tracks: tracks}
	for i := range p.Entries {
		b.pieces = append(b.pieces, p.piece(i, tracks))
	}
	for i := range p.Joins {
		b.joins = append(b.joins, p.Joins[i].draft())
	}
	before, after := &b.pieces[number], &b.pieces[number+1]
	_, end := before.heard()
	before.out, before.end, before.outRate = end, end, 1
	after.inRate = 1
	b.joins[number] = b.join(number)
	if before.out < before.inEnd || after.inEnd > after.out {
		return nil, ErrNoRoom
	}
	next, at := &Plan{Entries: []Entry{}, Joins: []Join{}}, int64(0)
	for i := range p.Entries {
		moved := at - p.Entries[i].At
		isKept := i < number || i > number+1 && (o.JoinStep == 0 || moved%o.JoinStep == 0)
		if isKept {
			at = next.keep(p, i, moved)
		} else {
			at = b.add(next, i, at)
		}
	}
	return next, nil
}

// piece returns entry i as a piece.
func (p *Plan) piece(i int, tracks []Track) piece {
	e := &p.Entries[i]
	made := piece{
		Track: &tracks[e.Track], index: e.Track, from: e.From, inEnd: e.In, out: e.Out, end: e.To,
		inRate: 1, outRate: e.Speeds[len(e.Speeds)-1].Rate, gain: e.Gain, keyLock: e.KeyLock,
	}
	if e.In == 0 { // older plans do not have it
		made.inEnd = e.From
		if i > 0 {
			made.inEnd = e.TrackTime(p.Joins[i-1].End())
		}
	}
	if made.inEnd > made.from {
		made.inRate = e.Speeds[0].Rate
	}
	return made
}

// draft returns a planned join as a draft.
func (j *Join) draft() draftJoin {
	return draftJoin{kind: j.Kind, seconds: float64(j.Frames) / Rate, bars: j.Bars, meter: j.Meter, bpm: j.BPM, keys: j.Keys, reasons: j.Reasons}
}

// keep adds entry i of old and the join after it to p, moved frames later. It
// returns the frame at which the next entry begins.
func (p *Plan) keep(old *Plan, i int, moved int64) int64 {
	e := old.Entries[i]
	e.At += moved
	p.Entries, p.Frames = append(p.Entries, e), max(p.Frames, e.At+e.Frames)
	if i == len(old.Joins) {
		return p.Frames
	}
	j := old.Joins[i]
	j.At += moved
	p.Joins = append(p.Joins, j)
	return j.At
}
