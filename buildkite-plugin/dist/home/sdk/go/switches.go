package perigee

import "syscall"

type switches struct {
	Voluntary   int64 `json:"voluntary"`
	Involuntary int64 `json:"involuntary"`
}

func readSwitches() *switches {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return nil
	}
	return &switches{Voluntary: int64(usage.Nvcsw), Involuntary: int64(usage.Nivcsw)}
}
