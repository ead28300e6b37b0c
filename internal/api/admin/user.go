package admin

import (
	"context"
	"strings"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/people"
)

// MemberJSON is an account as the operator sees it.
type MemberJSON struct {
	ID           string          `json:"id" doc:"ID of the account."`
	Email        string          `json:"email" doc:"Email address."`
	FirstName    string          `json:"firstName" doc:"First name; may be empty."`
	LastName     string          `json:"lastName" doc:"Last name; may be empty."`
	Role         string          `json:"role" enum:"listener,creator,admin" doc:"What the person may do."`
	AuthProvider *string         `json:"authProvider" doc:"Provider with which the account was made; null for a password."`
	IsVerified   bool            `json:"isVerified" doc:"Whether the email address is verified."`
	IsActive     bool            `json:"isActive" doc:"Whether the person may sign in."`
	IsLocked     bool            `json:"isLocked" doc:"Whether too many failed sign-ins have locked the account for some address."`
	CreatedAt    edge.Time       `json:"createdAt" doc:"When the account was made."`
	LastLoginAt  edge.TimeOrNull `json:"lastLoginAt" doc:"When the person last signed in; null for never."`
	LastActiveAt edge.TimeOrNull `json:"lastActiveAt" doc:"When one of the person's devices was last used; null for never."`
	Storage      int64           `json:"storage" doc:"Bytes of the person's uploads and automixes."`
	DeleteAt     edge.TimeOrNull `json:"deleteAt" doc:"When the account's data will be deleted; null for never."`
	IsRemoved    bool            `json:"isRemoved" doc:"Whether an operator deleted the account. Until deleteAt, operators can restore it."`
}

func encodeMember(m *people.Member, locked map[string]bool) MemberJSON {
	return MemberJSON{
		ID: m.ID, Email: m.Email, FirstName: m.FirstName, LastName: m.LastName, Role: string(m.Role),
		AuthProvider: edge.OrNull(m.AuthProvider), IsVerified: !m.VerifiedAt.IsZero(), IsActive: m.DisabledAt.IsZero(), IsLocked: locked[m.Email],
		CreatedAt: edge.Time(m.CreatedAt), LastLoginAt: edge.TimeOrNull(m.LastLoginAt), LastActiveAt: edge.TimeOrNull(m.LastActiveAt),
		Storage: m.Storage, DeleteAt: edge.TimeOrNull(m.DeleteAt), IsRemoved: !m.RemovedAt.IsZero(),
	}
}

type usersInput struct {
	edge.Paging
	Text     string `query:"q" maxLength:"500" doc:"Words in the names or email addresses; case and accents do not matter."`
	Role     string `query:"role" enum:"listener,creator,admin" doc:"All roles if omitted."`
	Status   string `query:"status" enum:"active,disabled,leaving" doc:"leaving: the account will be deleted. All if omitted."`
	Verified string `query:"verified" enum:"yes,no" doc:"Whether the email address is verified; all if omitted."`
	Sort     string `query:"sort" enum:"created,-created,name,-name,email,-email,role,-role,provider,-provider,verified,-verified,storage,-storage,active,-active,status,-status" default:"created" doc:"A column, with a minus for the other direction. The order in which people joined decides between equal values."`
}

func (a *API) users(ctx context.Context, in *usersInput) (*edge.PageOf[MemberJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.MemberTable(ctx, people.Table{
		Words: strings.Fields(in.Text), Role: music.Role(in.Role), Status: people.Status(in.Status), IsVerified: edge.Either(in.Verified, "yes"),
		Sort: people.TableSort(in.Sort),
	}, page)
	if err != nil {
		return nil, err
	}
	locked, err := a.Auth.Locked(ctx)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, func(m *people.Member) MemberJSON { return encodeMember(m, locked) }), nil
}

// member answers with an account after a change.
func (a *API) member(ctx context.Context, id string) (*edge.Body[MemberJSON], error) {
	m, err := a.Store.MemberByID(ctx, id)
	if err != nil {
		return nil, err
	}
	locked, err := a.Auth.Locked(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeMember(m, locked))
}

type changeUserInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the account."`
	Body struct {
		Role   *string `json:"role,omitempty" enum:"listener,creator,admin" doc:"What the person may do from now on."`
		Active *bool   `json:"active,omitempty" doc:"false disables the account and signs it out; true enables it again."`
	}
}

func (a *API) changeUser(ctx context.Context, in *changeUserInput) (*edge.Body[MemberJSON], error) {
	change := auth.Change{Role: (*music.Role)(in.Body.Role), Active: in.Body.Active}
	if _, err := a.Auth.Manage(ctx, edge.Viewer(ctx).AccountID, in.ID, change); err != nil {
		return nil, err
	}
	return a.member(ctx, in.ID)
}

func (a *API) unlockUser(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.Unlock(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The account accepts sign-ins from every address again.")
}

func (a *API) signOutUser(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.SignOut(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("All devices of this account are signed out.")
}

func (a *API) sendReset(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.SendReset(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("A link to choose another password is on its way.")
}

func (a *API) deleteUser(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	_, err := a.Profile.Remove(ctx, edge.Viewer(ctx).AccountID, in.ID)
	return nil, err
}

func (a *API) restoreUser(ctx context.Context, in *edge.ItemPath) (*edge.Body[MemberJSON], error) {
	if err := a.Profile.Restore(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return a.member(ctx, in.ID)
}

func (a *API) eraseUser(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Profile.Erase(ctx, edge.Viewer(ctx).AccountID, in.ID)
}
