package ai

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"

	"sonora/internal/ai/chat"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/provider"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// Order is what a person asks for. Either Prompt or ParentID is set.
type Order struct {
	Prompt   string
	Provider string        // "" for the operator's choice
	LikeID   string        // a track that new music by the composer shall resemble; "" for none
	Seed     *uint64       // below generation.MaxSeed; nil for any
	Duration time.Duration // 0 for what the prompt says, or the style
	ParentID string        // one of the person's generations by the composer, to change
	Change   string        // what to change of it: "slower"
	Plan     *plan.Plan    // its plan as the person edited it
	Section  *int          // section of its plan to write again, from 0
}

const (
	maxPrompt   = 2000 // characters
	usualRemote = time.Minute
)

// Order queues the music that a person asks for, and says so in the conversation. It
// returns Invalid with the fields that are wrong, Forbidden for more than the person's
// plan allows, and Conflict if too much waits, the operator does not allow the words, or
// a budget is used up.
func (s *Service) Order(ctx context.Context, v music.Viewer, o Order) (*generation.Generation, error) {
	x, err := s.order(ctx, v, o)
	if err == nil {
		s.note(ctx, x, announce(x, o.ParentID != ""))
	}
	return x, err
}

func (s *Service) order(ctx context.Context, v music.Viewer, o Order) (*generation.Generation, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := s.allowed(o.texts()...); err != nil {
		return nil, err
	}
	x := &generation.Generation{OwnerID: v.AccountID, ParentID: o.ParentID, CreatedAt: s.Now()}
	x.Seed = seed(o.Seed)
	x.Provider = s.providerOf(&o)
	var err error
	if x.Prompt, err = s.summary(ctx, v, &o); err != nil {
		return nil, err
	}
	if x.Provider == generation.BuiltIn {
		err = s.plan(ctx, v, x, &o)
	} else {
		err = s.quote(ctx, x, &o)
	}
	if err != nil {
		return nil, err
	}
	return s.enqueue(ctx, v, x)
}

// summary returns what a person asks for, in their own words where there are some.
func (s *Service) summary(ctx context.Context, v music.Viewer, o *Order) (string, error) {
	if text := cmp.Or(o.Prompt, o.Change); text != "" || o.LikeID == "" {
		return text, nil
	}
	return s.resembling(ctx, v, o.LikeID)
}

// enqueue queues a generation of the viewer, if their plan allows it.
func (s *Service) enqueue(ctx context.Context, v music.Viewer, x *generation.Generation) (*generation.Generation, error) {
	if err := s.create(ctx, v, x); err != nil {
		return nil, err
	}
	if err := s.queueJob(ctx, generation.LaneOf(x.Provider), v.AccountID); err != nil {
		return nil, err
	}
	s.tell(x, string(x.State))
	return s.Store.Generation(ctx, v, x.ID)
}

func (o *Order) check() error {
	f := music.FieldErrors{}
	o.Prompt, o.Change = music.Tidy(o.Prompt), music.Tidy(o.Change)
	f.CheckText("prompt", o.Prompt, maxPrompt)
	f.CheckText("change", o.Change, maxPrompt)
	if o.Duration != 0 {
		f.Within("duration", o.Duration.Seconds(), plan.MinLength, plan.MaxLength)
	}
	changes := o.Change != "" || o.Plan != nil || o.Section != nil
	switch {
	case o.ParentID == "" && o.Plan == nil:
		if o.LikeID == "" {
			o.checkPrompt(f)
		}
		if o.Change != "" || o.Section != nil {
			f.Add("parentId", "Name the piece to change.")
		}
	case o.ParentID != "" && o.Prompt == "" && !changes:
		f.Add("change", "Say what to change.")
	}
	return f.Err("prompt", "change", "duration", "parentId")
}

// checkPrompt notes a prompt that does not say what to compose. Nothing else says it.
func (o *Order) checkPrompt(f music.FieldErrors) {
	f.Require("prompt", o.Prompt, "Describe the music that you want.")
	if o.Prompt != "" && chat.Read(o.Prompt, nil) == chat.Unclear {
		f.Note("prompt", chat.SayMore)
	}
}

// texts returns what the person wrote.
func (o *Order) texts() []string {
	if o.Plan == nil {
		return []string{o.Prompt, o.Change}
	}
	return []string{o.Prompt, o.Change, o.Plan.Title, o.Plan.Prompt}
}

// allowed returns Conflict for words that the operator does not allow.
func (s *Service) allowed(texts ...string) error {
	for _, word := range s.Settings().AIBlockedWords {
		for _, text := range texts {
			if chat.Mentions(text, word) {
				return music.NewError(music.Conflict, "The operator of this server does not allow %s in requests for music. Describe it in other words.", word)
			}
		}
	}
	return nil
}

func seed(wanted *uint64) uint64 {
	if wanted != nil {
		return *wanted % generation.MaxSeed
	}
	return rand.Uint64N(generation.MaxSeed) //nolint:gosec // it only makes pieces differ
}

// providerOf returns who makes an order. Only the composer changes pieces, and knows
// how tracks sound.
func (s *Service) providerOf(o *Order) string {
	if o.ParentID != "" || o.Plan != nil || o.LikeID != "" {
		return generation.BuiltIn
	}
	if o.Provider != "" {
		return o.Provider
	}
	return s.Settings().AIProvider
}

// plan plans a piece for the built-in composer.
func (s *Service) plan(ctx context.Context, v music.Viewer, x *generation.Generation, o *Order) error {
	p, err := s.planOf(ctx, v, x, o)
	if err != nil {
		return err
	}
	if err := p.Valid(); err != nil {
		return err
	}
	if o.Plan != nil {
		p = p.Edited()
	}
	return describe(x, &p)
}

// describe writes what a plan says into its generation. Seeds of plans may be
// larger than JSON numbers can be.
func describe(x *generation.Generation, p *plan.Plan) (err error) {
	p.Seed %= generation.MaxSeed
	x.Title, x.Style, x.BPM, x.Key, x.Seed = p.Title, p.Style, p.BPM, p.Key.String(), p.Seed
	x.Duration = time.Duration(plan.Heard(p.Length) * float64(time.Second))
	x.Plan, err = json.Marshal(p)
	return err
}

var errNotComposed = music.FieldError(music.Invalid, "parentId", music.Say("Only pieces by the built-in composer can be changed."))

func (s *Service) planOf(ctx context.Context, v music.Viewer, x *generation.Generation, o *Order) (plan.Plan, error) {
	if o.Plan != nil {
		return *o.Plan, nil
	}
	if o.ParentID == "" {
		wish := prompt.Read(o.Prompt)
		if o.Duration > 0 {
			wish.Length = o.Duration.Seconds()
		}
		like, err := s.like(ctx, v, o.LikeID)
		return plan.MakeLike(wish, like, x.Seed), err
	}
	parent, err := s.Store.Generation(ctx, v, o.ParentID)
	if err != nil {
		return plan.Plan{}, err
	}
	before, err := plan.Stored(parent.Plan)
	if err != nil { // a piece by a provider has no plan
		return before, errNotComposed
	}
	before.Engine, before.Taken = plan.Engine, nil
	return o.changed(before)
}

var (
	errNoSection = music.FieldError(music.Invalid, "section", music.Say("The piece has no such section."))
	errNoChange  = music.FieldError(music.Invalid, "change", music.Say("I cannot change that in this piece. I can change its tempo, key, length, mood, instruments and how loud they are, its melody, chords or rhythm, and its sections. Try slower, more bass, a new melody, or another version."))
)

// changed returns a plan as the order changes it.
func (o *Order) changed(p plan.Plan) (plan.Plan, error) {
	if o.Section != nil {
		if *o.Section < 0 || *o.Section >= len(p.Sections) {
			return p, errNoSection
		}
		p.Sections = slices.Clone(p.Sections)
		p.Sections[*o.Section].Take++
		return p, nil
	}
	text := o.Change
	if text == "" {
		text = o.Prompt
	}
	changed, changes := plan.Edit(p, text)
	if len(changes) == 0 && len(changed.Doubts) > 0 {
		return p, music.FieldError(music.Invalid, "change", explain(changed.Doubts[0], &p))
	}
	if len(changes) == 0 {
		return p, errNoChange
	}
	return changed, nil
}

// quote prepares an order for a provider.
func (s *Service) quote(ctx context.Context, x *generation.Generation, o *Order) error {
	x.Duration = o.Duration
	wish := prompt.Read(o.Prompt)
	if x.Duration == 0 {
		x.Duration = time.Duration(wish.Length * float64(time.Second))
	}
	if x.Duration == 0 {
		x.Duration = usualRemote
	}
	x.Title = plan.Make(wish, x.Seed).Title
	cost, err := s.Remote.Quote(x.Provider, request(x))
	if err != nil {
		return err
	}
	x.Cost = cost
	return s.Remote.Afford(ctx, x.OwnerID, cost)
}

// The tempi that a provider is asked for.
const minAsked, maxAsked = 30, 300

// request returns what a provider is asked for: the text, and what it says in numbers for the
// services that take them so.
func request(x *generation.Generation) provider.Request {
	wish := prompt.Read(x.Prompt)
	r := provider.Request{
		Prompt: x.Prompt, Title: x.Title, Duration: x.Duration, Key: askedKey(&wish), Metre: wish.Metre, Seed: new(int64(x.Seed)), //nolint:gosec // it is below generation.MaxSeed
		Instrumental: wish.Instrumental, IdempotencyKey: x.ID,
	}
	if wish.BPM != 0 {
		r.BPM = min(max(wish.BPM, minAsked), maxAsked)
	}
	return r
}

// askedKey returns the key that a wish names, as major or minor, which all services know; "" for none.
func askedKey(w *prompt.Wish) string {
	tonic, named := w.Pitch()
	if !named {
		return ""
	}
	k := score.Key{Tonic: tonic, Mode: cmp.Or(w.Mode, score.Major)}
	if !k.Valid() {
		return ""
	}
	if k.Minorish() {
		k.Mode = score.Minor
	} else {
		k.Mode = score.Major
	}
	return k.String()
}
