package listening

import (
	"context"
	"encoding/json"
	"fmt"

	"sonora/internal/player"
	"sonora/internal/store/kernel"
)

const playerColumns = "d.id, d.name, d.queue_version, d.track, d.title, d.artist, d.position, d.duration, d.state, d.volume, d.at, d.seen_at"

type playerRow struct {
	d                            player.Device
	position, duration, at, seen int64
}

func (r *playerRow) Dest() []any {
	d := &r.d
	return []any{&d.ID, &d.Name, &d.QueueVersion, &d.TrackID, &d.Title, &d.Artist, &r.position, &r.duration, &d.State, &d.Volume, &r.at, &r.seen}
}

func (r *playerRow) Value() player.Device {
	d := r.d
	d.Position, d.Duration, d.At, d.SeenAt = kernel.Length(r.position), kernel.Length(r.duration), kernel.Moment(r.at), kernel.Moment(r.seen)
	return d
}

// SavePlayer stores what one of an account's devices plays. A nil Queue leaves
// the stored one unchanged. New devices replace those that were seen longest
// ago. It returns Invalid with the fields that break a rule, and NotFound if
// there is no such account.
func (s *Store) SavePlayer(ctx context.Context, accountID string, d *player.Device) error {
	kernel.Normal(&d.Name, &d.Title, &d.Artist)
	if err := d.Check(); err != nil {
		return err
	}
	return s.db.Update(ctx, "save device", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, `insert into player_device (account, id, name, queue, queue_version, track, title, artist, position, duration, state, volume, at, seen_at)
			select seq, ?, ?, ?, cast(? as bigint), ?, ?, ?, cast(? as bigint), cast(? as bigint), ?, ? + 0.0, cast(? as bigint), cast(? as bigint) from account where account.id = ?
			on conflict (account, id) do update set name = excluded.name,
				queue = case when excluded.queue = '' then player_device.queue else excluded.queue end,
				queue_version = case when excluded.queue = '' then player_device.queue_version else excluded.queue_version end,
				track = excluded.track, title = excluded.title, artist = excluded.artist, position = excluded.position, duration = excluded.duration,
				state = excluded.state, volume = excluded.volume, at = excluded.at, seen_at = excluded.seen_at`,
			kernel.Clean(d.ID), kernel.Clean(d.Name), kernel.Clean(string(d.Queue)), d.QueueVersion, kernel.Clean(d.TrackID), kernel.Clean(d.Title), kernel.Clean(d.Artist), d.Position.Milliseconds(), d.Duration.Milliseconds(),
			string(d.State), d.Volume, kernel.Millis(d.At), kernel.Millis(d.SeenAt), accountID))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from player_device where account = (select seq from account where account.id = ?) and id in
			(select id from player_device where account = (select seq from account where account.id = ?) order by seen_at desc, id limit 1000 offset ? + 0)`,
			accountID, accountID, player.MaxDevices)
		return err
	})
}

// Players returns an account's devices without their queues, last seen first.
func (s *Store) Players(ctx context.Context, accountID string) ([]player.Device, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &playerRow{}, "select "+playerColumns+` from player_device d
		where d.account = (select seq from account where account.id = ?) order by d.seen_at desc, d.id`, accountID)
	if err != nil {
		return nil, fmt.Errorf("list devices: %w", err)
	}
	return list, nil
}

// Player returns one of an account's devices without its queue.
func (s *Store) Player(ctx context.Context, accountID, id string) (*player.Device, error) {
	d, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &playerRow{}, "select "+playerColumns+" from player_device d where d.account = (select seq from account where account.id = ?) and d.id = ?", accountID, kernel.Clean(id)))
	if err != nil {
		return nil, fmt.Errorf("read device: %w", err)
	}
	return d, nil
}

// PlayerQueue returns one of an account's devices with its queue.
func (s *Store) PlayerQueue(ctx context.Context, accountID, id string) (*player.Device, error) {
	d, err := s.Player(ctx, accountID, id)
	if err != nil {
		return nil, err
	}
	queue, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select queue from player_device where account = (select seq from account where account.id = ?) and id = ?", accountID, kernel.Clean(id))
	if err != nil {
		return nil, fmt.Errorf("read a device's queue: %w", err)
	}
	if queue != "" {
		d.Queue = json.RawMessage(queue)
	}
	return d, nil
}

// RemovePlayer deletes one of an account's devices. It returns NotFound if
// there is none with this ID.
func (s *Store) RemovePlayer(ctx context.Context, accountID, id string) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "delete from player_device where account = (select seq from account where account.id = ?) and id = ?", accountID, kernel.Clean(id)))
	if err != nil {
		return fmt.Errorf("remove device: %w", err)
	}
	return nil
}
