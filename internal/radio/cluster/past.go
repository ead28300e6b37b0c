package cluster

import (
	"context"
	"encoding/json"
)

const pastSubject = "sonora.radio.past"

// pastQuestion is a question to the holder of a lease about what it keeps.
type pastQuestion struct {
	Lease    string          `json:"lease"`
	Question json.RawMessage `json:"question"`
}

// The first byte of an answer to a pastQuestion. The rest is what was asked for,
// or a reply with the reason why there is none.
const (
	isAnswered = 1
	isRefused  = 2
)

// Past sends a question, in JSON, to the server that holds a lease.
func (c *Cluster) Past(ctx context.Context, lease string, question []byte) ([]byte, error) {
	data, err := json.Marshal(pastQuestion{lease, question})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	answer, err := c.Bus.Ask(ctx, pastSubject, data)
	if err != nil || len(answer) == 0 {
		return nil, errNoOwner
	}
	if answer[0] == isRefused {
		_, err := readReply(answer[1:])
		return nil, err
	}
	return answer[1:], nil
}

// handlePast answers a question about what is kept under a lease held here.
func (c *Cluster) handlePast(data []byte, answer func([]byte)) {
	var q pastQuestion
	if json.Unmarshal(data, &q) != nil || !c.Owns(q.Lease) {
		return
	}
	c.begin(func() {
		ctx, cancel := context.WithTimeout(c.ctx, askTime)
		defer cancel()
		kept, err := c.Answer(ctx, q.Lease, q.Question)
		if err != nil {
			c.reply(func(b []byte) { answer(append([]byte{isRefused}, b...)) }, reply{}, err)
			return
		}
		answer(append([]byte{isAnswered}, kept...))
	})
}
