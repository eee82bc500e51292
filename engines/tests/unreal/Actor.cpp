// The actor of the README for Unreal, flown for some seconds. It is compiled without exceptions, as Unreal does.
#include "UnrealActor.h"
#include "voxnav.hpp"

#include <cmath>

class ADrone : public AActor
{
    using Super = AActor;

public:
    void BeginPlay() override;
    void Tick(float Seconds) override;
    void EndPlay(const EEndPlayReason::Type Reason) override;

private:
    VoxnavNavigator Navigator{};
    VoxnavAgent Body{};
    VoxnavCrowd Crowd{};
    VoxnavCrowdAgentId Id = 0;
};

#include "actor-of-readme.h"

int main()
{
    ADrone Drone;
    Drone.BeginPlay();
    for (int Frame = 0; Frame < 600; Frame++)
    {
        Drone.Tick(1.0f / 60);
    }
    const FVector At = Drone.GetActorLocation();
    Drone.EndPlay(EEndPlayReason::Destroyed);
    const bool bIsThere = std::hypot(At.X - 800, At.Y, At.Z - 200) < 30;
    uint64_t Live = 1;
    const bool bIsFreed = voxnav_live_objects(&Live) >= 0 && Live == 0;
    std::puts(bIsThere && bIsFreed ? "the actor for Unreal gets there" : "FAILED: the actor for Unreal");
    return bIsThere && bIsFreed ? 0 : 1;
}
