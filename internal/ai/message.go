package ai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"sonora/internal/ai/chat"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// Said is what a person writes to the composer.
type Said struct {
	Content      string
	Provider     string // of new music; "" for the operator's choice
	LikeID       string // a track that new music shall resemble; "" for none
	GenerationID string // the piece that it is about; "" for the newest
}

const maxMessage = 10_000 // characters

// Answer keeps a message of the viewer and the reply to it, and queues the music
// that it asks for. A message with a track to resemble always asks for new music, and may
// be empty. It returns Invalid for any other empty message, and NotFound for a hidden
// track or piece. Why music cannot be made is in the reply.
func (s *Service) Answer(ctx context.Context, v music.Viewer, said Said) ([]generation.Message, error) {
	f := music.FieldErrors{}
	said.Content = music.Tidy(said.Content)
	if said.LikeID == "" {
		f.Require("content", said.Content, "Write a message.")
	}
	f.CheckText("content", said.Content, maxMessage)
	if err := f.Err("content"); err != nil {
		return nil, err
	}
	line, err := s.line(ctx, v, said)
	if err != nil {
		return nil, err
	}
	before, err := s.before(ctx, v, said.GenerationID)
	if err != nil {
		return nil, err
	}
	reply, generationID, err := s.reply(ctx, v, said, before)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	messages := []generation.Message{
		{AccountID: v.AccountID, Content: line, CreatedAt: now},
		{AccountID: v.AccountID, Reply: reply, GenerationID: generationID, CreatedAt: now},
	}
	return messages, s.say(ctx, v.AccountID, messages)
}

// say adds messages to a person's conversation, and tells the person's pages.
func (s *Service) say(ctx context.Context, accountID string, messages []generation.Message) error {
	if err := s.Store.AddMessages(ctx, messages); err != nil {
		return err
	}
	s.Events.Publish(generation.ConversationChanged(accountID))
	return nil
}

// note announces a generation that was not asked for in the conversation. The generation
// stays queued if that fails.
func (s *Service) note(ctx context.Context, x *generation.Generation, reply music.Message) {
	err := s.say(ctx, x.OwnerID, []generation.Message{{AccountID: x.OwnerID, Reply: reply, GenerationID: x.ID, CreatedAt: s.Now()}})
	if err != nil {
		s.Log.Error("announce generation failed", "generation", x.ID, "error", err)
	}
}

// line returns what the conversation keeps of a message: its text, or the track that
// the music shall resemble.
func (s *Service) line(ctx context.Context, v music.Viewer, said Said) (string, error) {
	if said.LikeID == "" {
		return said.Content, nil
	}
	like, err := s.resembling(ctx, v, said.LikeID)
	return cmp.Or(said.Content, like), err
}

// before returns the piece that a message may be about; nil for none.
func (s *Service) before(ctx context.Context, v music.Viewer, id string) (*generation.Generation, error) {
	if id != "" {
		return s.Store.Generation(ctx, v, id)
	}
	x, err := s.announcedLast(ctx, v)
	if x == nil && err == nil {
		x, err = s.Store.LatestGeneration(ctx, v)
	}
	if music.CodeOf(err) == music.NotFound {
		return nil, nil
	}
	return x, err
}

// announcedLast returns the piece that the conversation was about last, which is an older one
// after "undo"; nil for none.
func (s *Service) announcedLast(ctx context.Context, v music.Viewer) (*generation.Generation, error) {
	list, err := s.Store.Messages(ctx, v, music.Page{Limit: 20})
	if err != nil {
		return nil, err
	}
	for i := range list.Items {
		if list.Items[i].GenerationID == "" {
			continue
		}
		x, err := s.Store.Generation(ctx, v, list.Items[i].GenerationID)
		if music.CodeOf(err) != music.NotFound {
			return x, err
		}
	}
	return nil, nil
}

// reply returns the answer to a message, and the music that it announces.
func (s *Service) reply(ctx context.Context, v music.Viewer, said Said, before *generation.Generation) (music.Message, string, error) {
	intent, err := said.intent(before)
	if err != nil {
		return music.Message{}, "", err
	}
	o := Order{Prompt: cut(said.Content), Provider: said.Provider, LikeID: said.LikeID}
	switch intent {
	case chat.Unclear:
		return chat.SayMore, "", nil
	case chat.Content:
		return chat.AsItIs, "", nil
	case chat.Opposed:
		return chat.Which, "", nil
	case chat.Compose: // as it is
	case chat.Undo:
		return s.undo(ctx, v, before)
	case chat.Change:
		o = Order{ParentID: before.ID, Change: o.Prompt}
	}
	x, err := s.order(ctx, v, o)
	if e, ok := errors.AsType[*music.Error](err); ok && e.Code != music.Internal {
		return e.Detail, "", nil
	}
	if err != nil {
		return music.Message{}, "", err
	}
	return announce(x, o.ParentID != ""), x.ID, nil
}

// undo returns to the version that a piece was made from.
func (s *Service) undo(ctx context.Context, v music.Viewer, x *generation.Generation) (music.Message, string, error) {
	if x.ParentID == "" {
		return music.Say("There is no version before this one."), "", nil
	}
	parent, err := s.Store.Generation(ctx, v, x.ParentID)
	if music.CodeOf(err) == music.NotFound {
		return music.Say("The version before this one was deleted."), "", nil
	}
	if err != nil {
		return music.Message{}, "", err
	}
	return music.Say("This is the version of %s before that change. What you ask for next changes this one.", parent.Title), parent.ID, nil
}

// intent returns what a message asks for, after the piece before it. A message may also ask
// for a change of a piece by a provider, which has no plan; the order then says why that
// cannot be.
func (said *Said) intent(before *generation.Generation) (chat.Intent, error) {
	if said.LikeID != "" {
		return chat.Compose, nil
	}
	planned, err := planOf(before)
	if err != nil {
		return "", err
	}
	if planned == nil && before != nil {
		planned = new(plan.Plan)
	}
	if said.GenerationID != "" {
		return chat.About(cut(said.Content), planned), nil
	}
	return chat.Read(cut(said.Content), planned), nil
}

// planOf returns the composer's plan of a piece; nil without one.
func planOf(x *generation.Generation) (*plan.Plan, error) {
	if x == nil || len(x.Plan) == 0 {
		return nil, nil
	}
	p, err := plan.Stored(x.Plan)
	if err != nil {
		return nil, fmt.Errorf("read the plan of generation %s: %w", x.ID, err)
	}
	return &p, nil
}

// cut shortens a message to what a prompt may hold.
func cut(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), maxPrompt)])
}

// announce tells of a piece that was queued: others may be composed first.
func announce(x *generation.Generation, changed bool) music.Message {
	switch {
	case x.Provider != generation.BuiltIn:
		return music.Say("I ordered %s. It is here as soon as the provider has made it.", x.Title)
	case changed:
		return music.Say("I am going to compose another version of %s. You can listen while it is being composed.", x.Title)
	}
	return music.Say("I am going to compose %s. You can listen while it is being composed.", x.Title)
}

// Understood returns what was understood of the request for a piece, in a
// sentence, with the length that the piece has or will about have; nothing for pieces of a
// provider.
func Understood(x *generation.Generation) (music.Message, error) {
	p, err := planOf(x)
	if err != nil || p == nil {
		return music.Message{}, err
	}
	return music.Say("%s in %s at %s BPM, %s long.", styleOf(p.Style), KeyName(p.Key.String()), strconv.Itoa(int(math.Round(p.BPM))), lengthOf(x)), nil
}

// Unmet returns the wishes for a piece that were not met as they were said: the person's
// words, and sentences that say what was done.
func Unmet(x *generation.Generation) (words []string, sentences []music.Message, err error) {
	words = []string{}
	p, err := planOf(x)
	if err != nil || p == nil {
		return words, nil, err
	}
	for _, d := range p.Doubts {
		words = append(words, d.Said)
		sentences = append(sentences, explain(d, p))
	}
	if said := missedLength(x, p); said != "" {
		words = append(words, said)
		sentences = append(sentences, music.Say("“%s” could not be met exactly: the piece lasts %s, with what rings at the end.", said, lengthOf(x)))
	}
	return words, sentences, nil
}

// missedLength returns the words of the prompt that ask for a length that the piece does not have,
// nothing if it is about so long. A piece that was made from another one has its length from
// elsewhere.
func missedLength(x *generation.Generation, p *plan.Plan) string {
	asked := prompt.Read(p.Prompt).Length
	off := math.Abs(x.Duration.Seconds() - asked)
	if x.ParentID != "" || asked < plan.MinLength || asked > plan.MaxLength || off <= max(3, asked/10) {
		return ""
	}
	for _, r := range p.Understood {
		if r.What == "length" {
			return r.Words
		}
	}
	return ""
}

// lengthOf returns the length of a piece as minutes and seconds, with what rings at the end, once
// that is known.
func lengthOf(x *generation.Generation) string {
	seconds := int(x.Duration.Seconds())
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// explain says what was done about a wish that was not met as it was said.
func explain(d prompt.Doubt, p *plan.Plan) music.Message {
	bpm := strconv.FormatFloat(p.BPM, 'f', -1, 64)
	switch d.What + " " + d.Done {
	case "style first":
		return music.Say("“%s” was not used: a piece has a style and a touch of a second one, no more.", d.Said)
	case "tempo first", "length first", "key first", "metre first", "energy first", "sound first":
		return music.Say("“%s” was not used: you had asked for something else before it.", d.Said)
	case "style artist":
		return music.Say("“%s” is not imitated: the composer writes melodies of its own and copies nobody’s. The style that it chose is %s.", d.Said, styleOf(p.Style))
	case "style stranger":
		return music.Say("“%s” was not used: the composer does not know this name, and imitates no artist. Name a genre, an instrument or a mood instead.", d.Said)
	case "mood both":
		return music.Say("“%s” is the opposite of what you said before it: the piece has something of both.", d.Said)
	case "tempo number":
		return music.Say("“%s” was not used: the number decides, and the piece has %s BPM.", d.Said, bpm)
	case "length number":
		return music.Say("“%s” was not used: the number says how long the piece is.", d.Said)
	case "instrument unwanted", "texture unwanted", "style unwanted", "colour unwanted":
		return music.Say("“%s” was not used: you also asked for the piece without it.", d.Said)
	case "without moment":
		return music.Say("“%s” was not followed: a part can be silent in the first or the last bars, or in a section that you name, as in “no drums in the intro”.", d.Said)
	case "section count":
		return music.Say("“%s” was not followed: how often a section comes depends on the form and the length of the piece. To get one more, say for example “add a chorus”.", d.Said)
	case "key german":
		return music.Say("“%s” was taken as %s: H is the German name of B.", d.Said, KeyName(p.Key.String()))
	case "length ignored":
		return music.Say("“%s” was not used: the shortest piece lasts %s seconds.", d.Said, strconv.Itoa(plan.MinLength))
	case "length clamped":
		if p.Length > plan.MaxLength/2 {
			return music.Say("“%s” is too long: the longest piece lasts %s minutes.", d.Said, strconv.Itoa(plan.MaxLength/60))
		}
		return music.Say("“%s” is too short: the shortest piece lasts %s seconds.", d.Said, strconv.Itoa(plan.MinLength))
	case "tempo clamped":
		return music.Say("“%s” is not possible: the nearest tempo is %s BPM.", d.Said, bpm)
	case "tempo halved":
		return music.Say("“%s” became %s BPM, half of it.", d.Said, bpm)
	case "without kept", "part kept", "tempo kept", "length kept":
		return music.Say("“%s” was understood: that stays as it is.", d.Said)
	case "key already":
		return music.Say("“%s” changes nothing: the piece is in %s already.", d.Said, KeyName(p.Key.String()))
	case "key octave":
		return music.Say("“%s” changes nothing: an octave higher or lower, the key is the same.", d.Said)
	case "key unclear":
		return music.Say("“%s” was not used, because its distance is not clear. By how many semitones should the key go up or down? For example: up 3 semitones.", d.Said)
	case "section missing":
		return music.Say("“%s” was not followed: the piece has no such section. Ask for one first, for example: add an intro.", d.Said)
	case "section none":
		return music.Say("“%s” changes nothing: the piece has no such section.", d.Said)
	case "section last":
		return music.Say("“%s” was not followed: nothing would be left of the piece.", d.Said)
	case "length section":
		return music.Say("“%s” was not followed: pieces last between %s seconds and %s minutes.", d.Said, strconv.Itoa(plan.MinLength), strconv.Itoa(plan.MaxLength/60))
	case "length already":
		return music.Say("“%s” changes nothing: the section is that long already, or cannot be shorter.", d.Said)
	case "voice instrumental":
		return music.Say("“%s” was not used: the composer writes music without words. It can add a choir, or let an instrument play the melody: try “add a choir”.", d.Said)
	case "section already":
		return music.Say("“%s” changes nothing: the sections are in that order already.", d.Said)
	case "tempo already":
		return music.Say("“%s” changes nothing: the piece has %s BPM already.", d.Said, bpm)
	case "style already", "era already", "instrument already", "texture already", "without already", "ending already":
		return music.Say("“%s” changes nothing: the piece is like that already.", d.Said)
	case "mood already", "energy already", "sound already":
		return music.Say("“%s” changes nothing: the piece cannot go any further that way.", d.Said)
	case "section whole":
		return music.Say("“%s” changed the whole piece: a part is as loud in all sections.", d.Said)
	case "sound whole":
		return music.Say("“%s” changed the whole piece: its sound is the same in all sections.", d.Said)
	case "tempo whole":
		return music.Say("“%s” changed the whole piece: it has one tempo.", d.Said)
	case "energy whole":
		return music.Say("“%s” changed the whole piece: its sections keep their differences in energy.", d.Said)
	case "level mastered":
		return music.Say("“%s” cannot be done: all pieces are equally loud in the end. You can make a part louder, as in “more bass”, or ask for more or less energy.", d.Said)
	case "metre ignored":
		if p.Beats == 3 {
			return music.Say("“%s” was not used: %s is in 3/4 time. Other styles are in 4/4: ask for one of them.", d.Said, styleOf(p.Style))
		}
		return music.Say("“%s” was not used: %s is in 4/4 time. Only waltzes are in 3/4: say “make it a waltz”.", d.Said, styleOf(p.Style))
	case "without style":
		return music.Say("“%s” was followed only in part: %s needs synthesizers. Ask for other instruments by name, or for another style.", d.Said, styleOf(p.Style))
	case "without section":
		return music.Say("“%s” was not followed: the piece has no such section, or nothing would be left to play in it.", d.Said)
	case "without ignored":
		return music.Say("“%s” was not followed: nothing would be left to play.", d.Said)
	}
	return music.Say("“%s” was not used: it does not fit this piece.", d.Said)
}

// Announced returns the viewer's generations that messages announce, without those
// that were deleted.
func (s *Service) Announced(ctx context.Context, v music.Viewer, list []generation.Message) ([]generation.Generation, error) {
	var ids []string
	for i := range list {
		if list[i].GenerationID != "" {
			ids = append(ids, list[i].GenerationID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return s.Store.GenerationsByID(ctx, v, ids)
}

// Messages returns a page of the viewer's conversation, newest first.
func (s *Service) Messages(ctx context.Context, v music.Viewer, p music.Page) (music.List[generation.Message], error) {
	return s.Store.Messages(ctx, v, p)
}

// Forget clears the viewer's conversation. The music stays.
func (s *Service) Forget(ctx context.Context, v music.Viewer) error {
	if err := s.Store.ClearMessages(ctx, v); err != nil {
		return err
	}
	s.Events.Publish(generation.ConversationChanged(v.AccountID))
	return nil
}
